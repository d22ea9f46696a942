//! Whole numbers in files, by their legal ranges.

use crate::json_parts::ranges;
use bookahead_engine::batch::bounds;
use bookahead_engine::batch::workload::generator;

ranges! {
    Nodes = bounds::NODES;
    User = bounds::USER;
    Time = bounds::TIME;
    Length = bounds::LENGTH;
    Horizon = bounds::HORIZON;
    Quantum = bounds::QUANTUM;
    Step = bounds::STEP;
    Depth = bounds::DEPTH;
    Window = bounds::WINDOW;
    Resolution = bounds::RESOLUTION;
    PerMoment = bounds::PER_MOMENT;
    Retries = bounds::RETRIES;
    Count = bounds::REQUESTS;
    Percent = generator::PERCENT;
}
