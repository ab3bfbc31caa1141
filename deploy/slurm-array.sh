#!/bin/sh
#SBATCH --job-name=mazurka
#SBATCH --array=1-10
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=32
#SBATCH --mem-per-cpu=2G
#SBATCH --time=04:00:00
#SBATCH --signal=B:TERM@120
#SBATCH --requeue
# Agents as an array of Slurm: ten machines with 32 threads each, for four hours at most.
#
#   mazurka check big.c --cluster "$MAZURKA_CLUSTER" --detach
#   sbatch deploy/slurm-array.sh
#
#   MAZURKA           the command, on a file system that all machines see; default: mazurka
#   MAZURKA_CLUSTER   postgres://worker_login@db.example/mazurka?sslmode=verify-full&sslrootcert=...
#
# The password is in ~/.pgpass, which only you can read (chmod 600): neither on the command line nor
# in the environment, which sbatch copies. The login has nothing but the role mazurka_worker.
#
# Slurm sends SIGTERM two minutes before the time is over: the agent splits what it explores, commits
# that, and ends. What was explored is in the store, and the next array goes on.
#
# Tried: with sh, without Slurm, SIGTERM included. Not tried: Slurm.
set -eu
: "${MAZURKA_CLUSTER:?where is the store?}"

"${MAZURKA:-mazurka}" worker --threads "${SLURM_CPUS_PER_TASK:-$(nproc)}" --lease 30 \
    --name "$(hostname)-${SLURM_ARRAY_JOB_ID:-0}-${SLURM_ARRAY_TASK_ID:-0}" &
agent=$!
# The signal is for the shell, which passes it on.
trap 'kill -TERM "$agent"' TERM INT
code=0
wait "$agent" || code=$?
# `wait` ends with a signal; the agent needs a moment more.
while kill -0 "$agent" 2>/dev/null; do
    code=0
    wait "$agent" || code=$?
done
exit "$code"
