"""The shards of an experiment as tasks of Ray: python3 ray_shards.py COUNT EXPERIMENT [OPTIONS]

Writes part1.json to partCOUNT.json. A part that is already there is continued. BOOKAHEAD is the program, if it is not on PATH.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import ray

PROGRAM = os.environ.get("BOOKAHEAD", "bookahead")


@ray.remote(num_cpus=1)
def shard(index, count, arguments, begun):
    """Does one shard on whichever node, and returns its part."""
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder, "part.json")
        if begun is not None:
            part.write_bytes(begun)
        command = [PROGRAM, "experiment", *arguments, "--threads", "1", "--shard", f"{index}/{count}", "-o", str(part)]
        subprocess.run(command, check=True)
        return part.read_bytes()


def main():
    count, arguments = int(sys.argv[1]), sys.argv[2:]
    parts = [Path(f"part{index}.json") for index in range(1, count + 1)]
    begun = [part.read_bytes() if part.exists() else None for part in parts]
    tasks = [shard.remote(index, count, arguments, part) for index, part in enumerate(begun, 1)]
    for path, task in zip(parts, tasks):
        path.write_bytes(ray.get(task))


if __name__ == "__main__":
    main()
