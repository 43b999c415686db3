//! `puzzle shard script`: a script or manifest for a scheduler to run all shards.

use super::plan_file::PlanFile;
use crate::cli::args::{Scheduler, ShardScriptArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::shell::{argument, refuse_hidden};
use crate::cli::streams::Streams;

/// Number of retries for a failed shard.
const RETRIES: u32 = 3;

pub(super) fn script(args: &ShardScriptArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (plan, _) = PlanFile::read(&args.plan)?;
    for name in [&args.plan.to_string_lossy(), &args.output.to_string_lossy(), &*args.image, &*args.claim] {
        refuse_hidden(name)?;
    }
    let (file, folder) = (argument(&args.plan), argument(&args.output));
    let last = plan.shards() - 1;
    let text = match args.scheduler {
        Scheduler::Slurm => slurm(&file, &folder, last),
        Scheduler::Parallel => parallel(&file, &folder, last),
        Scheduler::Kubernetes => kubernetes(args, plan.shards()),
    };
    write!(streams.out, "{text}")?;
    Ok(Exit::Done)
}

fn slurm(plan: &str, folder: &str, last: usize) -> String {
    format!(
        "#!/bin/sh
# Submit with sbatch; then run: puzzle shard merge {folder}
#SBATCH --job-name=nauck
#SBATCH --array=0-{last}
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
exec puzzle shard run {plan} --output {folder} --threads \"${{SLURM_CPUS_PER_TASK:-1}}\"
"
    )
}

fn parallel(plan: &str, folder: &str, last: usize) -> String {
    format!(
        "#!/bin/sh
# One shard per processor, with retries; run it again to resume.
set -eu
seq 0 {last} | parallel --retries {RETRIES} puzzle shard run {plan} --index {{}} --output {folder} --threads 1
puzzle shard merge {folder}
"
    )
}

/// Quotes a YAML string (JSON strings are valid YAML).
fn yaml(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn kubernetes(args: &ShardScriptArgs, shards: usize) -> String {
    let inside =
        |path: &std::path::Path| yaml(&format!("/nauck/{}", path.to_string_lossy().trim_start_matches("./")));
    let (plan, folder) = (inside(&args.plan), inside(&args.output));
    let (image, claim) = (yaml(&args.image), yaml(&args.claim));
    format!(
        "# Apply with kubectl apply -f. The volume of the claim has the plan and takes the results.
apiVersion: batch/v1
kind: Job
metadata:
  name: nauck
spec:
  completions: {shards}
  parallelism: {}
  completionMode: Indexed
  backoffLimit: {}
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: puzzle
          image: {image}
          command: [puzzle, shard, run, {plan}, --output, {folder}, --threads, \"1\"]
          resources:
            requests:
              cpu: \"1\"
              memory: 1Gi
          volumeMounts:
            - name: shared
              mountPath: /nauck
      volumes:
        - name: shared
          persistentVolumeClaim:
            claimName: {claim}
",
        shards.min(100),
        shards.saturating_mul(RETRIES as usize)
    )
}
