//! The lessons that lie beside the page, in the order in which they build on one another. Their files are in `www/lessons`; a test compares.

/// A lesson as the start page lists it.
pub struct Shipped {
    /// The name of its file, which links to it have too.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// How long it takes, in minutes.
    pub minutes: u32,
    /// Its hash, by which answer codes name it.
    pub hash: u32,
}

/// All of them.
pub static LESSONS: &[Shipped] = &[
    Shipped {
        name: "rigid-or-flexible",
        title: "Rigid or flexible?",
        about: "A user who can also start later is accepted more often. The price is a delay.",
        minutes: 7,
        hash: 24_350_489,
    },
    Shipped {
        name: "who-makes-room",
        title: "Who makes room?",
        about: "A planner may move jobs that can wait. You find out who waits, and what it costs.",
        minutes: 10,
        hash: 4_097_017_273,
    },
    Shipped {
        name: "hold-or-release",
        title: "Hold or release?",
        about: "While a job looks for a new place, does it keep its old place or give it up first?",
        minutes: 8,
        hash: 2_189_778_984,
    },
    Shipped {
        name: "the-lemma",
        title: "The lemma: counting is enough",
        about: "A plan that only counts nodes can always be run with every job on one node from start to end.",
        minutes: 8,
        hash: 689_942_133,
    },
    Shipped {
        name: "left-and-right-holes",
        title: "Left and right holes",
        about: "FCFS-EDS moves jobs to later starts only. FCFS-LRH also moves them to earlier ones.",
        minutes: 9,
        hash: 1_859_950_671,
    },
    Shipped {
        name: "fragmentation",
        title: "Fragmentation: gaps that are too short",
        about: "Each job cuts an idle period in two. Which one should it cut?",
        minutes: 9,
        hash: 4_114_527_407,
    },
    Shipped {
        name: "servers-of-different-speed",
        title: "Servers of different speed",
        about: "A fast and a slow server. Which one should a job get that has time?",
        minutes: 9,
        hash: 512_700_248,
    },
    Shipped {
        name: "who-gets-the-last-node",
        title: "Who gets the last node?",
        about: "Early users pay little, late users pay much. How many nodes do you keep for the late ones?",
        minutes: 9,
        hash: 1_162_166_035,
    },
    Shipped {
        name: "limits-that-follow",
        title: "Limits that follow the demand",
        about: "A booking limit that is fixed, and one that a forecast sets anew each day. What can a forecast see?",
        minutes: 10,
        hash: 1_748_802_756,
    },
    Shipped {
        name: "queues",
        title: "Queues: who may go ahead?",
        about: "First come, first served leaves nodes idle. Backfilling fills them. Whom does that delay?",
        minutes: 10,
        hash: 2_130_130_006,
    },
    Shipped {
        name: "when-will-it-start",
        title: "Tomorrow: when will my job start?",
        about: "A machine is running, and your job waits. When will it start, why not earlier, and what does a reservation change?",
        minutes: 8,
        hash: 3_276_031_862,
    },
    Shipped {
        name: "many-nodes-at-one-time",
        title: "Many nodes at one time",
        about: "A job that needs several nodes at the same time waits longer. An offer can be better than a refusal.",
        minutes: 9,
        hash: 1_676_680_039,
    },
    Shipped {
        name: "slack",
        title: "Slack: which task can wait?",
        about: "Some tasks of a workflow can wait without any harm. How long, and is this still true on busy nodes?",
        minutes: 9,
        hash: 498_414_584,
    },
];
