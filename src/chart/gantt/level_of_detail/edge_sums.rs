//! The coverage of a row by its bars, as prefix sums at the edges between pixels: the coverage of a pixel is the difference of its two edges. All
//! coordinates are device px.
//!
//! Bars come from left to right. Each writes the few edges it may reach from its beginning on, and the next one overwrites those right of its
//! own. So no bar waits for what its neighbour has just added to the same pixel, and none asks which of its neighbours shares its pixels:
//! where most bars are about a pixel wide, guessing that wrong would cost more than all the rest.

use super::coverage::{PLACE_BITS, TINTED_BITS, lay_fours};
use super::style_key::StyleKey;
use crate::kit::palette::Rgba;
use bookahead_engine::slots::request::Slot;
use wide::bytemuck::cast;
use wide::{i16x8, u32x4};

/// Parts of a pixel in a packed number.
const ALL: i16 = 1 << TINTED_BITS;
/// From a place to a packed number's parts of a pixel.
const TO_PARTS: u32 = PLACE_BITS - TINTED_BITS;
/// Pixels left of the picture in which bars may begin without being cut.
const LEFT: usize = 16;
/// How far the first four edges right of a bar's beginning are from the left edge of the pixel it begins in, in all their lanes.
const FIRST: [i16x8; 2] = [lanes(ALL, 2 * ALL), lanes(3 * ALL, 4 * ALL)];

const fn lanes(a: i16, b: i16) -> i16x8 {
    i16x8::new([a, a, a, a, b, b, b, b])
}

/// How bars with a [`StyleKey`] are added to a row: by whole numbers and one look-up in a table, as there are so many of them.
pub struct StyleTable {
    /// The place of slot 0 in parts of a pixel ([`PLACE_BITS`]) plus [`ROUNDING`](super::coverage::ROUNDING); wraps where that is far away.
    pub zero: i64,
    /// Parts of a pixel per slot.
    pub per_slot: i64,
    /// The number of the first key in the table.
    pub first_key: usize,
    /// The [colours](super::coverage::Tint::packed) of the keys from that one on; zero for bars that are not drawn here.
    pub colors: Vec<u64>,
}

/// The packed colour of all that lies left of the edges between pixels, from somewhat left of the picture's left edge to somewhat beyond its
/// right one. Lanes wrap, each by itself: differences are right.
pub struct EdgeSums {
    packed: Vec<u64>,
    /// Pixels of the row.
    width: usize,
    /// EdgeSums that every bar writes, from the first one right of its beginning on, in twos: all those it may cover, and one more. Two at least.
    twos: usize,
    /// [`FIRST`]: as a value it stays in a register, where browsers would build a constant anew for every bar.
    first: [i16x8; 2],
    so_far: SoFar,
}

/// How far a row is written.
#[derive(Clone, Copy, Default)]
struct SoFar {
    /// The last edge that is.
    last: usize,
    /// All that lies left of it, twice.
    packed: i16x8,
}

impl EdgeSums {
    /// An empty row so wide; bars that are seen will not be longer than so many px.
    pub fn new(width: u32, longest: f64) -> Self {
        let width = width as usize;
        let twos = (longest.ceil() as usize / 2 + 1).max(FIRST.len());
        // Pixels are laid in fours.
        let count = LEFT + 1 + width + (2 * twos).max(4);
        Self { packed: vec![0; count], width, twos, first: FIRST, so_far: SoFar::default() }
    }

    /// Empties the row.
    pub fn clear(&mut self) {
        self.so_far = SoFar::default();
    }

    /// Adds a bar between two places in parts of a pixel ([`PLACE_BITS`]), with the [colour](super::coverage::Tint::packed). It must lie right
    /// of those added before it, without a part in common.
    pub fn add(&mut self, (from, to): (i64, i64), color: u64) {
        // What lies left of the picture counts as its edge.
        let bar = Parts::of((from.max(0), to.max(0)));
        if bar.edge() <= LEFT + self.width {
            self.fill(bar.edge());
            let _ = self.so_far.add(&mut self.packed, self.twos, self.first, bar, color);
        }
    }

    /// Adds bars of a row that reach into the picture, or nearly, as long as the table has their styles. Returns how many there were.
    pub fn add_leading(&mut self, start: &[Slot], keys: &[StyleKey], table: &StyleTable) -> usize {
        let mut added = 0;
        loop {
            added += self.add_close(&start[added..], &keys[added..], table);
            match start.get(added).zip(keys.get(added)).and_then(|(&start, &key)| table.bar(start, key)) {
                Some((x, color)) => self.add(x, color),
                None => return added,
            }
            added += 1;
        }
    }

    /// Adds the leading bars that need no special care: those neither far left of the picture nor right of it, nor far apart.
    ///
    /// Not inlined: the loop makes no calls, so browsers keep its values in registers. Within `add_leading`, which calls `add` for the other bars,
    /// they would lie in memory (`docs/performance.md`, "Edges instead of sums").
    #[inline(never)]
    fn add_close(&mut self, start: &[Slot], keys: &[StyleKey], table: &StyleTable) -> usize {
        let (edges, twos, first, mut so_far) = (&mut self.packed[..], self.twos, self.first, self.so_far);
        let mut added = 0;
        for (&start, &key) in start.iter().zip(keys) {
            let Some((x, color)) = table.bar(start, key) else { break };
            if so_far.add(edges, twos, first, Parts::of(x), color).is_none() {
                break;
            }
            added += 1;
        }
        self.so_far = so_far;
        added
    }

    /// Nothing more left of an edge.
    fn fill(&mut self, edge: usize) {
        let SoFar { last, packed } = self.so_far;
        let [packed, _]: [u64; 2] = cast(packed);
        if let Some(edges) = self.packed.get_mut(last + 1..edge) {
            edges.fill(packed);
        }
        self.so_far.last = last.max(edge - 1);
    }

    /// Ends the row: there is nothing more.
    pub fn finish(&mut self) {
        self.fill(LEFT + self.width + 1);
    }

    /// What pixels get, as packed numbers.
    pub fn sums(&self) -> impl ExactSizeIterator<Item = u64> {
        let pair = |packed: u64| -> i16x8 { cast([packed; 2]) };
        self.packed[LEFT..=LEFT + self.width].windows(2).map(move |edges| {
            let [sum, _]: [u64; 2] = cast(pair(edges[1]) - pair(edges[0]));
            sum
        })
    }

    /// Lays the mean colours of the pixels over what is there.
    pub fn lay_over(&self, pixels: &mut [Rgba]) {
        let count = pixels.len().min(self.width);
        lay_fours(&mut pixels[..count], &|x| {
            let Some(edges) = self.packed[LEFT + x..].first_chunk::<5>() else { return [u32x4::ZERO; 2] };
            let pair = |at: usize| -> i16x8 { edges[at..].first_chunk::<2>().map_or(i16x8::ZERO, |two| cast(*two)) };
            let [[a, b, c, d], [e, f, g, h]]: [[u32; 4]; 2] = [cast(pair(1) - pair(0)), cast(pair(3) - pair(2))];
            [u32x4::new([a, c, e, g]), u32x4::new([b, d, f, h])]
        });
    }
}

impl StyleTable {
    /// Where a bar lies and its colour, if its key is in the table.
    #[inline(always)]
    fn bar(&self, start: Slot, key: StyleKey) -> Option<((i64, i64), u64)> {
        let color = self.colors.get(key.number().wrapping_sub(self.first_key))?;
        let from = self.zero.wrapping_add(i64::from(start).wrapping_mul(self.per_slot));
        Some(((from, from + i64::from(key.slots()) * self.per_slot), *color))
    }
}

/// Where a bar lies, in parts of a pixel ([`TINTED_BITS`]).
#[derive(Clone, Copy)]
struct Parts {
    from: i32,
    to: i32,
}

impl Parts {
    #[inline(always)]
    fn of((from, to): (i64, i64)) -> Self {
        Self { from: (from >> TO_PARTS) as i32, to: (to >> TO_PARTS) as i32 }
    }

    /// The first edge right of its beginning; none there is if that lies far left.
    #[inline(always)]
    fn edge(self) -> usize {
        ((self.from >> TINTED_BITS) + (LEFT as i32 + 1)) as u32 as usize
    }
}

impl SoFar {
    /// Adds a bar; `None` if it lies far left of the picture or right of it, or there is a gap before it.
    #[inline(always)]
    fn add(&mut self, edges: &mut [u64], twos: usize, first: [i16x8; 2], bar: Parts, color: u64) -> Option<()> {
        let (edge, length) = (bar.edge(), i16x8::splat((bar.to - bar.from) as i16));
        if self.last + 1 < edge {
            return None;
        }
        let color: i16x8 = cast([color; 2]);
        let part = i16x8::splat(bar.from as i16 & (ALL - 1));
        let so_far = self.packed;
        let until = |ahead: i16x8| -> [u64; 2] { cast(so_far + color * length.min(ahead)) };
        let four: &mut [u64; 4] = edges.get_mut(edge..edge + 4)?.try_into().ok()?;
        let [near, mut ahead] = first.map(|ahead| ahead - part);
        let ([a, b], [c, d]) = (until(near), until(ahead));
        *four = [a, b, c, d];
        for two in FIRST.len()..twos {
            ahead += i16x8::splat(2 * ALL);
            edges.get_mut(edge + 2 * two..edge + 2 * two + 2)?.copy_from_slice(&until(ahead));
        }
        self.last = edge + 2 * twos - 1;
        self.packed += color * length;
        Some(())
    }
}
