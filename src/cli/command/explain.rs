//! `puzzle explain`: the compiled problem, the chosen engine, the reasons and the estimated cost, and what pieces forbid.

use crate::cli::exit::{Exit, Failure};
use crate::cli::load::read_one;
use crate::cli::options::{ReadArgs, SolveArgs, SpecArgs};
use crate::cli::streams::Streams;
use crate::diag::escape;
use crate::geometry::CellId;
use crate::model::{Diagram, KindId, KindSet, Model, Placement, Shapes, open_kinds};
use crate::report::{draw_config, explanation};
use crate::run::{Query, Request};
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct ExplainArgs {
    #[command(flatten)]
    pub spec: SpecArgs,
    /// Plan for all solutions
    #[arg(long, group = "query")]
    pub all: bool,
    /// Plan for the number of solutions
    #[arg(long, group = "query")]
    pub count: bool,
    /// Plan for one solution
    #[arg(long, group = "query")]
    pub first: bool,
    /// Show for each kind what a piece in the middle forbids
    #[arg(long)]
    pub masks: bool,
    #[command(flatten)]
    pub solve: SolveArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn explain(args: &ExplainArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (loaded, model) = read_one(&args.spec, &args.read, None, streams)?;
    let mut request = Request::of(&model);
    args.solve.apply(&mut request)?;
    match (args.all, args.count, args.first) {
        (true, ..) => request.query = Query::All,
        (_, true, _) => request.query = Query::Count,
        (.., true) => request.query = Query::First(1),
        _ => {}
    }
    let mut lines = explanation(&model, &loaded.document.sources, &request)?;
    if args.masks {
        lines.extend(mask_lines(&model));
    }
    for line in lines.iter().flat_map(|l| l.split('\n')) {
        writeln!(streams.out, "{}", escape(line))?;
    }
    Ok(Exit::Done)
}

/// For each kind, the board with what a piece in the middle forbids.
fn mask_lines(model: &Model) -> Vec<String> {
    let open: Vec<CellId> = model.board.open_cells().collect();
    let (width, height, _) = model.board.shape().extent();
    let middle = |c: &&CellId| {
        let v = model.board.coordinate(**c);
        (2 * v.x - width as i32 - 1).abs() + (2 * v.y - height as i32 - 1).abs()
    };
    let Some(&cell) = open.iter().min_by_key(middle) else {
        return Vec::new();
    };
    let (mut lines, mut idle) = (Vec::new(), Vec::new());
    for (i, kind) in
        model.kinds.iter().enumerate().filter(|(_, k)| k.shapes == Shapes::Point && k.line.is_none())
    {
        let diagram = Diagram::new([Placement::point(KindId(i as u16), cell)]);
        let (board, legend) = draw_config(model, &diagram, &open_kinds(model, &diagram));
        let open = open_kinds(model, &diagram);
        let all = |kinds: &KindSet| kinds.len() == model.kinds.len();
        let forbids =
            model.board.open_cells().any(|c| c != cell && !open[c.index()].as_ref().is_none_or(all));
        if !forbids {
            idle.push(&*kind.name);
            continue;
        }
        lines.push(format!(
            "\na {} on {}: what may still stand where",
            kind.name,
            model.board.cell_name(cell)
        ));
        lines.extend(board);
        lines.extend(legend);
    }
    if !idle.is_empty() {
        lines.push(format!("\nattacks that forbid nothing: {}", idle.join(", ")));
    }
    lines
}
