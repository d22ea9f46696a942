//! The numbers that stand for strategies in links of all versions.

use crate::link_parts::numbered;
use bookahead_engine::idle::Strategy;

numbered! {
    Strategy {
        MinLip = 0,
        MinTip = 1,
        BestFit = 2,
        FirstFitIdle = 3,
        MaxLip = 4,
        MaxTip = 5,
        Lact = 6,
        FfHu = 7,
        FfHa = 8,
        FfHaPlusLast = 9,
        FfHaPlus = 10,
        FfHaPlusFirst = 11,
    }
}
