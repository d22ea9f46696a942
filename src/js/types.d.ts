
/** A whole number; as a BigInt it may be beyond `Number.MAX_SAFE_INTEGER`. */
export type Whole = number | bigint;

/** Least and greatest value, both included. */
export type Range = [number, number];

/** A plan in slots, as in a scenario file. Times are slots. What has a default may be left out; `undefined` and `null` are refused. */
export interface Scenario {
    version: 1;
    title?: string;
    machine: { nodes: number; slot_seconds?: number; start?: { unix_seconds: number; utc_offset?: number } };
    workload: Workload;
    policy?: {
        planner?:
            | 'rigid' | 'first-fit' | 'first-fit-physical' | 'fcfs-eds' | 'fcfs-lrh' | 'osp' | 'osp-eds' | 'overlapping'
            | 'gelsar' | 'genetic'
            | 'first-fifo' | 'first-min-slack' | 'first-min-min' | 'first-min-max' | 'first-sufferage'
            | `netto-${'shuffle' | 'fifo' | 'bjf' | 'lff' | 'edf'}${'' | '-25' | '-50' | '-75'}`;
        shift?: 'hold' | 'release';
        /** Of `gelsar` and `genetic`. */
        search?: { population?: number; generations?: number; seed?: Whole };
        /** Of `overlapping`: p*, v*, the mean overestimate, the least trust factor and exact users in per cent, and what the real durations are drawn from. */
        overlap?: { confidence?: number; free_share?: number; overestimate?: number; trust?: number; exact_users?: number; seed?: Whole };
    };
    market?: Market;
    /** In older files: named servers beside the plan in slots. Then only the servers are planned. */
    servers?: Servers;
}

/** A study of named servers, as in a scenario file. */
export interface ServersScenario {
    version: 2;
    study: 'idle';
    title?: string;
    servers: Servers;
}

/** A cluster, as in a scenario file. Times are seconds. */
export interface ClusterScenario {
    version: 2;
    study: 'cluster';
    title?: string;
    /** `start`: when second 0 was. */
    machine: { nodes: number; start?: { unix_seconds: number; utc_offset?: number } };
    workload: ClusterWorkload;
    policy?: {
        scheduler?: Scheduler;
        /** Of co-allocation: H, l_q, Δt and maxRet. */
        horizon?: number;
        quantum?: number;
        step?: number;
        retries?: number;
        reservations?: 'first-fit' | 'rigid' | 'osp';
        offers?: {
            choice?: 'paper' | 'cheapest' | 'earliest' | 'largest' | 'first';
            order?: 'most' | 'found' | 'earliest' | 'cheapest' | 'fullest';
            half_nodes?: boolean;
        };
    };
}

export type Scheduler = 'co-allocation' | 'fcfs' | 'easy' | 'backfill' | 'conservative' | 'as-logged';

/** Either jobs or the model of Lublin and Feitelson, and changes to single jobs. */
export interface ClusterWorkload {
    jobs?: ClusterJob[];
    lublin?: { seed?: Whole; jobs?: number; load?: number; overestimate?: number; advance_percent?: number; ahead?: number; window?: number };
    edits?: Edit<ClusterJob>[];
}

export interface ClusterJob {
    user?: number;
    submitted?: number;
    estimate: number;
    runtime?: number;
    nodes?: number;
    earliest_start?: number;
    latest_start?: number;
    first_node?: number;
    logged_start?: number;
}

/** Workflows, as in a scenario file. Times are ticks, of which `ticks` make a unit of time. */
export interface WorkflowScenario {
    version: 2;
    study: 'workflow';
    title?: string;
    /** `refuses`: the place of an application, from 0, whose reservation the provider refuses after the reply; `from`, `until` and `hours`: when it takes part. */
    providers: { nodes: number; refuses?: number; from?: number; until?: number; hours?: { from?: number; length: number; period: number } }[];
    ticks?: number;
    /** What is reserved already; nodes are counted through all providers, from 0. Ends are exclusive. */
    busy?: { node: number; start: number; end: number }[];
    /** Other applications reserved before, in per cent of the node-time. */
    preload?: { percent: number; seed?: Whole };
    /** Given applications, with their tasks in `tasks`; or `drawn`. */
    applications?: { user?: number; asked?: number; start?: number; deadline?: number }[];
    /** The tasks of all applications, numbered through; parents are numbers of tasks, costs those of the edges to them. */
    tasks?: { application?: number; name?: string; duration?: number; durations?: number[]; parents?: number[]; costs?: number[] }[];
    drawn?: {
        seed?: Whole;
        applications?: number;
        apart?: number;
        shape?: 'layers' | 'fan-out' | 'chains' | 'fork-join';
        tasks?: number;
        width?: number;
        edge_percent?: number;
        duration_min?: number;
        duration_max?: number;
        cost_max?: number;
    };
    /** Tasks that run on a node, no earlier than a moment. */
    pins?: { task: number; node: number; start?: number }[];
    /** What fails without notice: a node or a provider, by its place from 0. */
    failures?: ({ node: number; at: number; until?: number } | { provider: number; at: number; until?: number })[];
    /** Lists of all tasks of one application, parents before children: its first mapping by `slack` takes the first one, and so on. */
    orders?: number[][];
    policy?: {
        method?: MappingMethod;
        iterations?: number;
        alpha?: number;
        communication?: 'folded' | 'between-nodes' | 'ignored';
        seed?: Whole;
        /** Ticks that a mapping takes the broker. */
        mapping_ticks?: number;
        /** To which the number of mappings falls with the load. */
        least_iterations?: number;
    };
}

export type MappingMethod =
    | 'slack' | 'blythe' | 'heft' | 'cpop' | 'min-min' | 'max-min' | 'sufferage' | 'critical-path' | 'random' | 'file-order';

/** Either requests or a generator, and changes to single requests. */
export interface Workload {
    requests?: Request[];
    generator?: Generator;
    edits?: Edit<Request>[];
}

export interface Request {
    user?: number;
    submitted?: number;
    earliest_start: number;
    latest_start?: number;
    duration: number;
    nodes?: number;
    jobs?: number;
}

export interface Generator {
    seed?: Whole;
    requests?: number;
    arrivals_per_slot?: number;
    duration?: Range;
    book_ahead?: Range;
    relax?: Range;
    flexible_percent?: number;
    nodes?: Range;
    jobs?: Range;
}

/** Replaces or adds request `id`, or removes it. */
export type Edit<R> = { id: number; request: R } | { id: number; remove: true };

export type Method = 'none' | 'fixed' | 'littlewood' | 'emsr-a' | 'emsr-b' | 'optimal';

export interface Market {
    method?: Method;
    nesting?: 'nested' | 'partitioned';
    update_every?: number;
    demand?: 'forecast' | 'given';
    classes: {
        name?: string;
        price: number;
        book_ahead_max?: number;
        limit?: number;
        mean?: number;
        deviation?: number;
    }[];
}

export type Strategy =
    | 'min-lip' | 'min-tip' | 'best-fit' | 'first-fit-idle' | 'max-lip' | 'max-tip' | 'lact' | 'ff-hu' | 'ff-ha' | 'ff-ha+'
    | 'ff-ha+-first-subtree' | 'ff-ha+-latest';

/** Named servers: either groups or a count. Times are ticks. */
export interface Servers {
    groups?: { servers?: number; rate?: [number, number] }[];
    count?: number;
    level?: 0 | 1 | 2 | 3 | 4;
    look_ahead: number;
    least_size?: number;
    /** Where ticks stand for time on a clock. */
    tick_seconds?: number;
    start?: { unix_seconds: number; utc_offset?: number };
    strategy?: Strategy;
    strip_factor?: number;
    replanning?: boolean;
    opportunistic?: boolean;
    events?: ({ submitted: number; id: number; by: number } | { submitted: number; earliest_start?: number; size: number })[];
    workload: ServersWorkload;
}

/** One of `requests`, `pareto`, `fortnight` and `slots`, and changes to single requests. */
export interface ServersWorkload {
    requests?: ServersRequest[];
    pareto?: { seed?: Whole; requests?: number; load?: number; mean_size?: number; tightness?: number; book_ahead?: number };
    fortnight?: { seed?: Whole; requests?: number; load?: number; slack_minutes?: number; due?: 'full-rate' | 'mean-rate' };
    slots?: true;
    edits?: Edit<ServersRequest>[];
}

export interface ServersRequest {
    submitted?: number;
    earliest_start: number;
    size: number;
    deadline?: number;
}

/** A plan in slots. */
export interface Plan {
    /** One entry per job, in order of arrival. */
    decisions: Decision[];
    metrics: Metrics;
    /** With `overlapping` only: what becomes of the plan when the real durations come to light. */
    reality?: {
        violations: number;
        violation_rate: number;
        used_node_slots: Whole;
        utilisation: number;
        overestimate: number;
    };
    /** With a market only. */
    revenue?: Revenue;
    /** What the independent checker finds; empty unless there is an error in Bookahead. */
    violations: string[];
    provenance: Provenance;
}

/** From what a result was made. */
export interface Provenance {
    /** The program's version. */
    version: string;
    /** The hash of the scenario a plan was made from: twelve hexadecimal digits. */
    scenario?: string;
    /** The hash of the experiment that results are of. */
    experiment?: string;
    /** Where requests are drawn at random. */
    seed?: number;
}

export interface Decision {
    user: number;
    job: number;
    accepted: boolean;
    start: number | null;
    end: number | null;
    nodes: number;
    physical: number[] | null;
    first_start: number | null;
    reason: string | null;
    /** With `overlapping` only, if it is accepted: slots it really takes, and whether its nodes are in use when it is to start. */
    real_slots?: number;
    violated?: boolean;
    /** With a market only, from 1. */
    class?: number;
    /** With a market only, in minor units. */
    charged?: Whole;
}

export interface Metrics {
    requests: number;
    requests_whole: number;
    requests_partly: number;
    jobs: number;
    accepted: number;
    acceptance: number;
    busy_node_slots: Whole;
    first_slot: number;
    end_slot: number;
    utilisation: number;
    mean_delay: number;
    shifts: number;
    moved_jobs: number;
    shifts_put_back: Whole;
    revisions: number;
    messages: number;
    fragmentation: number;
}

export interface Revenue {
    revenue: Whole;
    classes: {
        class: number;
        name: string;
        price: number;
        jobs: number;
        confirmed: number;
        closed: number;
        unplaced: number;
        acceptance: number;
        node_slots: Whole;
        revenue: Whole;
        forgone: Whole;
        missed: Whole;
    }[];
    booking_limits: number[];
    updates: {
        slot: number;
        before: number[];
        after: number[];
        mean: number[];
        deviation: number[];
        confirmed: number[];
        lost: number[];
    }[];
}

/** A plan of named servers. */
export interface ServersPlan {
    strategy: Strategy;
    /** One entry per request, in order of submission. */
    decisions: {
        request: number;
        /** If it is a part of a request: which of its jobs, from 1. */
        job?: number;
        /** If it is a part of a job: which of its nodes, from 1. */
        node?: number;
        accepted: boolean;
        server: number | null;
        start: number | null;
        end: number | null;
        reason?: string;
    }[];
    /** Where reservations adapt only: the times in which servers are held in the end. */
    pieces?: { job: number; server: number; start: number; end: number }[];
    /** Where reservations adapt only: what was moved, extended or broken off, in words. */
    happened?: string[];
    metrics: {
        requests: number;
        accepted: number;
        measured: number;
        measured_accepted: number;
        loss_rate: number;
        work_loss_rate: number;
        utilisation: number;
        fragmentation: number;
        mean_delay: number;
        fairness: number | null;
        idle_periods: { count: number; open: number; mean_length: number | null; octaves: number[] };
    };
    violations: string[];
    provenance: Provenance;
}

/** The plan of a cluster. Times are seconds; ends are exclusive and real. */
export interface ClusterPlan {
    scheduler: Scheduler;
    /** One entry per job, in order of arrival. */
    decisions: {
        user: number;
        job: number;
        submitted: number;
        earliest_start?: number;
        latest_start?: number;
        first_node?: number;
        accepted: boolean;
        start: number | null;
        end: number | null;
        nodes: number;
        /** First and last node of each stretch. */
        physical: [number, number][];
        wait: number | null;
        how: 'waiting' | 'at-once' | 'in-turn' | 'backfilled' | 'reserved' | 'took-offer' | 'co-allocated' | 'logged' | 'refused' | 'overbooked';
        promised?: number;
        ahead_of?: number;
        retries?: number;
        /** Of a reservation that strip packing had no place for: what was asked for, and which of the offers was taken, from 1. */
        offered?: {
            offers: number;
            taken: number | null;
            asked: { estimate: number; runtime: number; nodes: number; latest_start: number };
        };
    }[];
    metrics: {
        jobs: number;
        wait: { mean: number; median: number; p95: number; max: number };
        bounded_slowdown: number;
        temporal_penalty: number;
        utilisation: number;
        fragmentation: number;
        first_submission: number;
        last_end: number;
        backfilled: number;
        /** Jobs of the queue that were promised a start, and how many start later and earlier than the first one. */
        promises?: { promised: number; put_off: number; moved_forward: number };
        retries: number;
        operations: number;
    };
    violations: string[];
    provenance: Provenance;
}

/** The plan of workflows. Times are ticks; ends are exclusive. */
export interface WorkflowPlan {
    method: MappingMethod;
    ticks: number;
    /** One entry per task, numbered through all applications. */
    decisions: {
        application: number;
        task: number;
        name?: string;
        /** Whether its application is reserved. */
        accepted: boolean;
        node: number;
        provider: number;
        start: number;
        end: number;
        duration: number;
        earliest_start: number;
        latest_start: number;
        slack: number;
    }[];
    applications: {
        user: number;
        start: number;
        deadline?: number;
        reserved: boolean;
        fate: 'reserved' | 'too-late' | 'no-provider' | 'no-room' | 'given-up';
        critical_path_length: number;
        area_bound: number;
        makespan: number;
        delay: number;
        searches: number;
        iterations: number;
        best_iteration: number;
        /** Where a mapping takes the broker time. */
        request?: { came: number; taken: number; answered: number };
        /** Where the number of mappings follows the load. */
        allowed?: { mappings: number; requests_waiting: number; window_end: number; reserved_node_time: number; node_time: number };
    }[];
    /** What the parties told one another, in order. */
    messages: {
        application: number;
        search: number;
        kind: 'request' | 'query' | 'response' | 'search' | 'reply' | 'reserve' | 'confirm' | 'refuse' | 'release' | 'failure' | 'lost'
            | 'wait' | 'allow';
        provider?: number;
        value: number;
    }[];
    /** Work that was done for nothing when something failed. */
    lost?: { task: number; node: number; start: number; end: number }[];
    metrics: {
        tasks: number;
        applications: number;
        reserved: number;
        delayed: number;
        mean_delay: number;
        mean_makespan: number;
        mean_critical_path_length: number;
        mean_area_bound: number;
        utilisation: number;
        last_end: number;
        mean_broker_wait?: number;
        tasks_lost?: number;
        work_lost?: number;
        tasks_mapped_again?: number;
    };
    violations: string[];
    provenance: Provenance;
}

/** Prices and demand, an item for each class, dearest first. */
export interface LimitsQuestion {
    /** Nodes of the machine. */
    capacity: number;
    /** Price of a node for a slot, in minor units. */
    prices: number[];
    /** Mean demand in a slot, in nodes. */
    means: number[];
    /** Standard deviation of the demand. */
    deviations: number[];
    /** Without it `emsr-b`. */
    method?: Method;
    /** The limits themselves, for the method `fixed` only. */
    limits?: number[];
    /** Whether each class has a part of its own. */
    partitioned?: boolean;
}

export interface Limits {
    protection_levels: number[];
    booking_limits: number[];
    /** In minor units per slot. */
    expected_revenue: number;
}

/** What is left out is of the size for a lecture: `bookahead experiment NAME` without options. */
export interface ExperimentOptions {
    /** Runs, each with its own seed; of Mondol's experiments applications. */
    runs?: number;
    /** Requests of each run; of Mondol's experiments tasks. */
    jobs?: number;
    /** Seed of the first run; the others count up. */
    seed?: Whole;
}

/** A mean over the runs and its 95 % interval. */
export interface Interval {
    mean: number;
    low: number;
    high: number;
    runs: number;
}

export interface ExperimentResults {
    experiment: string;
    title: string;
    runs: number;
    jobs: number;
    seed: Whole;
    units: number;
    units_done: number;
    measures: Record<string, Interval>;
    /** Beside its interval each point has its place on the axis, under the axis' name. */
    curves: Record<string, (Interval & Record<string, number>)[]>;
    claims: { claim: string; difference: Interval; verdict: 'held' | 'not held' | 'open' | 'nothing differs' }[];
    /** The paper's figures beside those found here. */
    paper: { what: string; paper: number; ours: Interval }[];
    provenance: Provenance;
}

/** What every function throws if its input is not allowed. `message` says the same in one sentence. */
export interface Refusal extends Error {
    /** Where, such as `workload.requests[3].nodes`; empty for the argument itself. */
    place: string;
    /** What stands there. */
    found: string;
    /** What may stand there. */
    allowed: string;
}

/** The plan of named servers: what `bookahead plan --json` prints. Throws a `Refusal`. */
export function plan(scenario: ServersScenario | (Scenario & { servers: Servers })): ServersPlan;
/** The plan of a cluster: what `bookahead plan --json` prints. Throws a `Refusal`. */
export function plan(scenario: ClusterScenario): ClusterPlan;
/** The plan of workflows: what `bookahead plan --json` prints. Throws a `Refusal`. */
export function plan(scenario: WorkflowScenario): WorkflowPlan;
/** The plan in slots of a scenario: what `bookahead plan --json` prints. Throws a `Refusal`. */
export function plan(scenario: Scenario): Plan;

/** What the independent checker finds wrong with the plan of a scenario: nothing, unless there is an error in Bookahead. Throws a `Refusal`. */
export function check(scenario: Scenario | ServersScenario | ClusterScenario | WorkflowScenario): { violations: string[] };

/** Protection levels and booking limits: what `bookahead limits --json` prints. Throws a `Refusal`. */
export function limits(market: LimitsQuestion): Limits;

/** Runs an experiment from start to end: what `bookahead experiment NAME --json` prints. Throws a `Refusal`. */
export function experiment(name: string, options?: ExperimentOptions): ExperimentResults;
