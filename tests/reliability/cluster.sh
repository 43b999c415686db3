#!/usr/bin/env bash
# Runs sharded searches under real schedulers on this machine: a Slurm job array (slurmctld, slurmd and munged on the
# loopback interface, without accounting) and GNU parallel. Under both, a count and an optimum must match a single run. One
# Slurm task is killed and requeued during the test. The Kubernetes manifest is only validated against its schema.
#
#   tests/reliability/cluster.sh [parallel|slurm|kubernetes]…     default: all; fails if one is not installed
#   apt-get install slurmctld slurmd slurm-client munge parallel; pip install kubernetes-validate
#
# Needs root for Slurm. PUZZLE: the command (default: target/release/puzzle).
set -euo pipefail
cd "$(dirname "$0")/../.."
PUZZLE=$(realpath "${PUZZLE:-target/release/puzzle}")
specs=$PWD/examples
work=$(mktemp -d); chmod 755 "$work"
mkdir "$work/bin"; ln -s "$PUZZLE" "$work/bin/puzzle"; export PATH="$work/bin:$PATH"
cleanup() { pkill -x slurmd || true; pkill -x slurmctld || true; pkill -x munged || true; rm -rf "$work"; }
trap cleanup EXIT
cd "$work"

# Plan name, then the arguments of `run`
counted=(queens "$specs/queens.puz" -p n=15 --count)
optimum=(knights "$specs/queens_knights.puz" -p n=9)

plan() { # name arguments…
  local name=$1; shift
  puzzle shard plan "$@" --shards 6 -o "$name.json"
  puzzle run "$@" --sorted --json > "$name.whole"
}
same() { # name folder: checks that the merged answer matches the single run
  local name=$1
  puzzle shard merge "$2" --sorted --json > "$2.merged"
  for file in "$name.whole" "$2.merged"; do
    python3 -c 'import json, sys
told = json.load(open(sys.argv[1]))
print(json.dumps({k: told.get(k) for k in "status satisfiable optimum optimal solutions complete orbits boards".split()}))' \
      "$file" > "$file.answer"
  done
  cmp "$name.whole.answer" "$2.merged.answer"
  head -c 200 "$2.merged.answer" | sed "s/^/  $2: /"; echo
}

parallel_runs() {
  for name in queens knights; do
    puzzle shard script "$name.json" --for parallel -o "parallel-$name" > job.sh
    local from=$EPOCHREALTIME
    sh ./job.sh > /dev/null
    awk -v a="$from" -v b="$EPOCHREALTIME" -v n="$name" 'BEGIN { printf "GNU parallel, %s: %.1f s\n", n, b - a }'
    same "$name" "parallel-$name"
  done
}

start_slurm() {
  local host; host=$(hostname -s)
  mkdir -p state spool log
  mkdir -p /run/munge /var/log/munge /var/lib/munge /etc/munge
  [ -f /etc/munge/munge.key ] || dd if=/dev/urandom of=/etc/munge/munge.key bs=1 count=1024 status=none
  chown -R munge: /run/munge /var/log/munge /var/lib/munge /etc/munge; chmod 400 /etc/munge/munge.key
  pgrep -x munged > /dev/null || runuser -u munge -- /usr/sbin/munged --force
  cat > slurm.conf <<CONF
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/log/slurmctld.log
SlurmdLogFile=$work/log/slurmd.log
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$work/slurm.conf
  slurmctld; slurmd
  for _ in $(seq 30); do sinfo -h -o %t 2> /dev/null | grep -q idle && return; sleep 1; done
  cat log/*.log >&2; return 1
}

slurm_runs() {
  start_slurm
  for name in queens knights; do
    puzzle shard script "$name.json" --for slurm -o "slurm-$name" > job.sh
    local from=$EPOCHREALTIME job
    job=$(sbatch --parsable --hold job.sh)
    if [ "$name" = queens ]; then
      scontrol release "$job"
      # Kills and requeues a running task, as when its node is preempted.
      for _ in $(seq 200); do squeue -h -r -j "$job" -t R -o %F_%K | grep -q . && break; sleep 0.05; done
      local task; task=$(squeue -h -r -j "$job" -t R -o %F_%K | head -1)
      [ -n "$task" ] && scontrol requeue "$task" && echo "killed and requeued: $task"
    else
      scontrol release "$job"
    fi
    for _ in $(seq 240); do [ "$(ls "slurm-$name"/*.done 2> /dev/null | wc -l)" = 6 ] && break; sleep 0.5; done
    awk -v a="$from" -v b="$EPOCHREALTIME" -v n="$name" 'BEGIN { printf "Slurm, %s: %.1f s\n", n, b - a }'
    same "$name" "slurm-$name"
  done
}

kubernetes_manifest() {
  puzzle shard script queens.json --for kubernetes -o results > job.yaml
  python3 - job.yaml <<'PY'
import sys, yaml, kubernetes_validate
manifest = yaml.safe_load(open(sys.argv[1]))
version = kubernetes_validate.latest_version()
kubernetes_validate.validate(manifest, version, strict=True)
manifest["spec"]["completionMode"] = 7
try:
    kubernetes_validate.validate(manifest, version, strict=True)
    sys.exit("an invalid manifest was accepted")
except kubernetes_validate.ValidationError:
    pass
print(f"Kubernetes: the manifest is valid for the Job schema of {version}")
PY
}

plan "${counted[@]}"
plan "${optimum[@]}"
what=("$@"); [ $# -gt 0 ] || what=(parallel slurm kubernetes)
for one in "${what[@]}"; do
  case $one in
    parallel) parallel_runs ;;
    slurm) slurm_runs ;;
    kubernetes) kubernetes_manifest ;;
    *) echo "unknown scheduler: $one" >&2; exit 2 ;;
  esac
done
