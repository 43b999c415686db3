//! `puzzle shard script`: a script or manifest for a scheduler to run all shards.

use super::plan_file::PlanFile;
use crate::cli::exit::{Exit, Failure};
use crate::cli::shell::{argument, refuse_hidden};
use crate::cli::streams::Streams;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Number of retries for a failed shard.
const RETRIES: u32 = 3;

#[derive(Debug, Args)]
pub(in crate::cli) struct ShardScriptArgs {
    /// Plan file
    pub plan: PathBuf,
    /// Write the script for SCHEDULER
    #[arg(long = "for", value_name = "SCHEDULER", value_enum)]
    pub scheduler: Scheduler,
    /// Folder of the results
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Use the container image NAME, which has the command (Kubernetes)
    #[arg(long, value_name = "NAME", default_value = "nauck:latest")]
    pub image: String,
    /// Use the volume claim NAME, which has the plan and takes the results (Kubernetes)
    #[arg(long, value_name = "NAME", default_value = "nauck")]
    pub claim: String,
}

/// Program that runs the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Scheduler {
    /// Slurm job array
    Slurm,
    /// GNU parallel
    Parallel,
    /// Indexed Kubernetes job
    Kubernetes,
}

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
    let inside = |path: &Path| yaml(&format!("/nauck/{}", path.to_string_lossy().trim_start_matches("./")));
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
