//! Whole numbers in files, by their legal ranges.

use crate::json_parts::ranges;
use bookahead_engine::batch::bounds;
use bookahead_engine::batch::workload::generator;

ranges! {
    Nodes = bounds::NODES;
    User = bounds::USER;
    Owner = bounds::OWNER;
    Age = bounds::AGE;
    UserJobs = bounds::USER_JOBS;
    UserNodes = bounds::USER_NODES;
    Weight = bounds::WEIGHT;
    Time = bounds::TIME;
    FirstNode = bounds::FIRST_NODE;
    Ahead = bounds::AHEAD;
    StartWindow = bounds::START_WINDOW;
    Length = bounds::LENGTH;
    Horizon = bounds::HORIZON;
    Quantum = bounds::QUANTUM;
    Step = bounds::STEP;
    Depth = bounds::DEPTH;
    Window = bounds::WINDOW;
    Resolution = bounds::RESOLUTION;
    PerMoment = bounds::PER_MOMENT;
    PerUser = bounds::PER_USER;
    Retries = bounds::RETRIES;
    Count = bounds::REQUESTS;
    Percent = generator::PERCENT;
}
