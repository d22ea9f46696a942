"""How fast AccaSim plans a workload log: prints a list of {"policy", "jobs", "seconds"} as JSON.

Its simulator runs with all its files and statistics off; what is measured is the simulation alone, from the first line of the log that it reads to the last
job that ends.
    python run_accasim.py LOG.swf[.gz] NODES JOBS
"""

import collections
import collections.abc
import contextlib
import gzip
import io
import json
import logging
import os
import sys
import tempfile
import time

# AccaSim 1.1.3 is older than Python 3.10, which took these names away.
for name in ("Mapping", "MutableMapping", "Sequence", "Iterable", "Hashable"):
    setattr(collections, name, getattr(collections.abc, name))

from accasim.base.allocator_class import FirstFit
from accasim.base.scheduler_class import EASYBackfilling, FirstInFirstOut
from accasim.base.simulator_class import Simulator


def cut(log, jobs, target):
    """Writes the first so many usable jobs of a log: run time and processors are known."""
    unpacked = gzip.open(log, "rt") if log.endswith(".gz") else open(log)
    kept = 0
    with unpacked as lines, open(target, "w") as out:
        for line in lines:
            fields = line.split()
            if not fields or line.startswith(";"):
                continue
            run, processors, requested = float(fields[3]), int(fields[4]), int(fields[7])
            if run < 0 or max(processors, requested) < 1 or kept == jobs:
                continue
            kept += 1
            fields[3] = str(max(int(run), 1))
            fields[4] = fields[7] = str(requested if requested > 0 else processors)
            if float(fields[8]) < float(fields[3]):
                fields[8] = fields[3]
            # Memory is not planned; told of a job, AccaSim looks for it on the machine.
            fields[6] = fields[9] = "-1"
            out.write(" ".join(fields) + "\n")
    return kept


def main():
    logging.disable(logging.CRITICAL)
    log, nodes, wanted = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    found = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        jobs = cut(log, wanted, "log.swf")
        with open("machine.json", "w") as out:
            machine = {
                "groups": {"g0": {"core": 1}},
                "resources": {"g0": nodes},
                "equivalence": {"processor": {"core": 1}},
                "system_name": "bench",
                "start_time": 0,
            }
            json.dump(machine, out)
        for policy, scheduler in (("fcfs", FirstInFirstOut), ("easy", EASYBackfilling)):
            quiet = dict(scheduling_output=False, pprint_output=False, benchmark_output=False, statistics_output=False, show_statistics=False)
            with contextlib.redirect_stdout(io.StringIO()):
                simulator = Simulator("log.swf", "machine.json", scheduler(FirstFit()), RESULTS_FOLDER_NAME=os.path.join(folder, policy), **quiet)
                began = time.process_time()
                simulator.start_simulation()
                seconds = time.process_time() - began
            found.append({"policy": policy, "jobs": jobs, "seconds": seconds})
    print(json.dumps(found))


if __name__ == "__main__":
    main()
