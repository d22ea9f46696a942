"""HEFT of SAGA (anrg-saga on PyPI) on the graphs of benches/native/workflow_times.rs.

Standard input: {"runs": 3, "graphs": [{"nodes": 8, "durations": [...], "edges": [[parent, child, cost], ...]}, ...]}
Standard output: [{"seconds": fastest of the runs, "makespan": ...}, ...]
"""

import json
import sys
import time

from saga import Network, TaskGraph
from saga.schedulers.heft import HeftScheduler


def measured(case, runs):
    names = [f"n{node:04}" for node in range(case["nodes"])]
    # Equal nodes; a transfer within a node takes no time.
    links = [(a, b, 1.0 if a != b else float("inf")) for i, a in enumerate(names) for b in names[i:]]
    network = Network.create(nodes=[(name, 1.0) for name in names], edges=links)
    tasks = [(f"t{task:05}", float(duration)) for task, duration in enumerate(case["durations"])]
    edges = [(f"t{parent:05}", f"t{child:05}", float(cost)) for parent, child, cost in case["edges"]]
    graph = TaskGraph.create(tasks=tasks, dependencies=edges)
    fastest = float("inf")
    for _ in range(runs):
        began = time.perf_counter()
        schedule = HeftScheduler().schedule(network, graph)
        fastest = min(fastest, time.perf_counter() - began)
    return {"seconds": fastest, "makespan": schedule.makespan}


asked = json.load(sys.stdin)
json.dump([measured(case, asked["runs"]) for case in asked["graphs"]], sys.stdout)
