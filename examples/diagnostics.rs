//! Mistakes in a spec: each with its code, its place and a suggestion.

use nauck::Puzzle;

fn main() {
    let text = "board 8 x 8\nuse quean\npiece stork \"S\" = betza \"LN\"\nno attacks";
    let Err(faults) = Puzzle::parse(text) else { return };
    for diagnostic in faults.diagnostics() {
        println!("{}: {}", diagnostic.code, diagnostic.message);
        if let Some(help) = &diagnostic.help {
            println!("  {help}");
        }
    }
    println!("\n{faults}");
}
