//! Examples of workflows.

use crate::engine::Study;
use crate::engine::workflow::WorkflowScenario;
use crate::engine::workflow::generator::{GraphGenerator, Shape};
use crate::engine::workflow::policy::{Method, WorkflowPolicy};
use crate::engine::workflow::scenario::{Preload, Provider, WorkflowSource};

/// Sixty drawn tasks on nodes that others have half reserved.
pub fn half_loaded() -> WorkflowScenario {
    let drawn = GraphGenerator { seed: 3, tasks: 60, width: 8, edge_percent: 15, ..GraphGenerator::default() };
    let mut workflow = WorkflowScenario::of(8, WorkflowSource::Drawn(drawn));
    workflow.preload = Preload { percent: 50, seed: 2 };
    workflow
}

/// Three users; a provider changes its mind about the first application.
pub fn changed_mind() -> WorkflowScenario {
    let drawn = GraphGenerator {
        seed: 5,
        applications: 3,
        apart: 6,
        shape: Shape::ForkJoin,
        tasks: 11,
        width: 4,
        ..GraphGenerator::default()
    };
    let own = Provider::of(2);
    let providers = vec![own, Provider { refuses: Some(0), ..Provider::of(3) }, own];
    WorkflowScenario { providers, ..WorkflowScenario::of(1, WorkflowSource::Drawn(drawn)) }
}

/// The same applications mapped by another method.
pub fn mapped_by(study: &Study, method: Method) -> Study {
    with_policy(study, |policy| policy.method = method)
}

/// The same applications, the search changed.
pub fn with_policy(study: &Study, change: impl FnOnce(&mut WorkflowPolicy)) -> Study {
    let Some(workflow) = study.workflow() else { return study.clone() };
    let mut workflow = workflow.clone();
    change(&mut workflow.policy);
    workflow.into()
}

/// The same applications, the first provider with another number of nodes.
pub fn on_nodes(study: &Study, nodes: u32) -> Study {
    let Some(workflow) = study.workflow() else { return study.clone() };
    let mut workflow = workflow.clone();
    workflow.providers[0].nodes = nodes;
    workflow.fit_nodes();
    workflow.into()
}

/// The same applications; every provider keeps its word.
pub fn with_kept_words(study: &Study) -> Study {
    let Some(workflow) = study.workflow() else { return study.clone() };
    let mut workflow = workflow.clone();
    workflow.providers.iter_mut().for_each(|provider| provider.refuses = None);
    workflow.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::workflow::parties::MessageKind;
    use crate::state::Example;

    fn delays(study: &Study) -> Vec<u64> {
        study.workflow().unwrap().run().unwrap().served.iter().map(|served| served.delay).collect()
    }

    fn example(key: &str) -> (Study, Study) {
        let example = Example::find(key).unwrap();
        let study = example.open().scenario.study;
        let tried = (example.attempt.change)(&study);
        (study, tried)
    }

    #[test]
    fn the_examples_do_what_their_sentences_say() {
        let (six, one) = example("six-tasks");
        assert_eq!((delays(&six), delays(&one)), (vec![1], vec![5]));
        let (nine, one_node) = example("nine-tasks");
        assert_eq!((delays(&nine), delays(&one_node)), (vec![0], vec![24]));
        let (ten, cpop) = example("ten-tasks");
        let end = |study: &Study| study.workflow().unwrap().run().unwrap().metrics.end;
        assert_eq!((end(&ten), end(&cpop), end(&mapped_by(&ten, Method::Slack))), (80, 86, 73));
        let (half, random) = example("half-loaded");
        assert!(delays(&half)[0] < delays(&random)[0], "{:?} {:?}", delays(&half), delays(&random));
        let (changed, kept) = example("changed-mind");
        let refused = |study: &Study| {
            let outcome = study.workflow().unwrap().run().unwrap();
            outcome.messages.iter().filter(|message| message.kind == MessageKind::Refuse).count()
        };
        assert_eq!((refused(&changed), refused(&kept)), (1, 0));
    }
}
