#!/bin/sh
#SBATCH --job-name=bookahead
#SBATCH --cpus-per-task=1
# One shard of an experiment for each task of a job array. The part of shard I is partI.json in the folder where the array was submitted.
#   sbatch --wait --array=1-8 docs/recipes/slurm.sh EXPERIMENT [OPTIONS]
# BOOKAHEAD is the program, if it is not on PATH.
exec "${BOOKAHEAD:-bookahead}" experiment "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" -o "part$SLURM_ARRAY_TASK_ID.json"
