//! A task graph laid out in layers: a task stands right of all its parents. Within a layer tasks stand near their parents.

use bookahead_engine::core::sorting::sort_shared;

/// Distance of layers, and of tasks in a layer, in CSS px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerSteps {
    /// From a layer to the next.
    pub x: f64,
    /// From a task to the next below it.
    pub y: f64,
}

/// Where tasks stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    /// Middle of each task, in CSS px.
    pub middle: Vec<(f64, f64)>,
    /// Width and height of all of it.
    pub size: (f64, f64),
    /// Tasks of each layer, from top to bottom.
    pub layers: Vec<Vec<u32>>,
}

impl Layers {
    /// Lays a graph out. `parents_of` gives the parents of each task; it has no cycle. O(tasks · log tasks + edges).
    pub fn of<'a>(tasks: usize, parents_of: impl Fn(usize) -> &'a [u32], steps: LayerSteps) -> Self {
        let layer = layer_of_each(tasks, &parents_of);
        let count = layer.iter().map(|layer| layer + 1).max().unwrap_or(0);
        let mut layers: Vec<Vec<u32>> = vec![Vec::new(); count];
        (0..tasks).for_each(|task| layers[layer[task]].push(task as u32));
        let most = layers.iter().map(Vec::len).max().unwrap_or(0);
        let mut place = vec![0.0; tasks];
        for tasks in &mut layers {
            // Where its parents stand on average; of equal ones the lower number stays above.
            let wish = |task: u32| {
                let parents = parents_of(task as usize);
                let sum: f64 = parents.iter().map(|&parent| place[parent as usize]).sum();
                if parents.is_empty() { f64::from(task) / tasks_of(most) } else { sum / parents.len() as f64 }
            };
            let mut wishes: Vec<(f64, u32)> = tasks.iter().map(|&task| (wish(task), task)).collect();
            sort_shared(&mut wishes, |one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
            *tasks = wishes.into_iter().map(|(_, task)| task).collect();
            let above = (most - tasks.len()) as f64 / 2.0;
            tasks.iter().enumerate().for_each(|(at, &task)| place[task as usize] = above + at as f64);
        }
        let middle = (0..tasks).map(|task| ((layer[task] as f64 + 0.5) * steps.x, (place[task] + 0.5) * steps.y)).collect();
        Self { middle, size: (count as f64 * steps.x, most as f64 * steps.y), layers }
    }

    /// The same layout with other distances: so many times as wide and as high.
    pub fn stretched(mut self, (x, y): (f64, f64)) -> Self {
        self.middle.iter_mut().for_each(|middle| *middle = (middle.0 * x, middle.1 * y));
        self.size = (self.size.0 * x, self.size.1 * y);
        self
    }

    /// The task whose middle is within so many CSS px of a point, to the side and up or down.
    pub fn pick(&self, (x, y): (f64, f64), (reach_x, reach_y): (f64, f64)) -> Option<u32> {
        let is_near = |&(at_x, at_y): &(f64, f64)| (at_x - x).abs() <= reach_x && (at_y - y).abs() <= reach_y;
        self.middle.iter().position(is_near).map(|task| task as u32)
    }
}

fn tasks_of(most: usize) -> f64 {
    most.max(1) as f64
}

/// The layer of each task: the longest way to it, in edges.
fn layer_of_each<'a>(tasks: usize, parents_of: &impl Fn(usize) -> &'a [u32]) -> Vec<usize> {
    let mut layer = vec![usize::MAX; tasks];
    let mut open = Vec::new();
    for task in 0..tasks {
        open.push((task, 0));
        // Without recursion: graphs may be thousands of tasks deep.
        while let Some((task, at)) = open.pop() {
            if layer[task] != usize::MAX {
                continue;
            }
            let parents = parents_of(task);
            match parents.get(at) {
                Some(&parent) => {
                    open.push((task, at + 1));
                    open.push((parent as usize, 0));
                }
                None => layer[task] = parents.iter().map(|&parent| layer[parent as usize].saturating_add(1)).max().unwrap_or(0),
            }
        }
    }
    layer
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: LayerSteps = LayerSteps { x: 100.0, y: 40.0 };

    #[test]
    fn tasks_stand_right_of_their_parents_and_none_on_another() {
        let parents: [&[u32]; 9] = [&[], &[], &[0], &[0], &[1, 2], &[3], &[4, 5], &[4, 6], &[1, 7]];
        let layers = Layers::of(9, |task| parents[task], STEPS);
        for (task, parents) in parents.iter().enumerate() {
            assert!(parents.iter().all(|&parent| layers.middle[parent as usize].0 < layers.middle[task].0));
        }
        for one in 0..9 {
            assert_eq!(layers.pick(layers.middle[one], (10.0, 10.0)), Some(one as u32));
        }
        assert_eq!((layers.layers.len(), layers.size), (6, (600.0, 80.0)));
        assert_eq!(layers.pick((-50.0, 0.0), (10.0, 10.0)), None);
    }

    #[test]
    fn ten_thousand_tasks_one_behind_the_other_and_side_by_side() {
        let chain: Vec<Vec<u32>> = (0..10_000_u32).map(|task| task.checked_sub(1).into_iter().collect()).collect();
        assert_eq!(Layers::of(10_000, |task| &chain[task], STEPS).layers.len(), 10_000);
        // The last tasks come first in the numbering.
        let back: Vec<Vec<u32>> = (0..10_000_u32).map(|task| if task < 9_999 { vec![task + 1] } else { Vec::new() }).collect();
        assert_eq!(Layers::of(10_000, |task| &back[task], STEPS).layers.len(), 10_000);
        let wide = Layers::of(10_000, |_| &[], STEPS);
        assert_eq!((wide.layers.len(), wide.size.1), (1, 400_000.0));
        assert_eq!(Layers::of(0, |_| &[], STEPS), Layers::default());
    }
}
