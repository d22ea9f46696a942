//! Whole numbers in files, by their legal ranges.

use crate::json_parts::ranges;
use bookahead_engine::workflow::{bounds, generator};

ranges! {
    Nodes = bounds::NODES;
    Time = bounds::TIME;
    Period = bounds::PERIOD;
    Duration = bounds::DURATION;
    Ticks = bounds::TICKS;
    User = bounds::USER;
    Preload = bounds::PRELOAD;
    Iterations = bounds::ITERATIONS;
    MappingTicks = bounds::MAPPING_TICKS;
    Applications = bounds::APPLICATIONS;
    Tasks = bounds::TASKS;
    Width = generator::WIDTH;
    Percent = generator::PERCENT;
}
