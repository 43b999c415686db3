//! A piece of your own: the most knights that also step like a wazir, with no two attacking each other, and one such board.

use nauck::Puzzle;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec =
        "board 6 x 6\npiece camelot \"C\" = knight + wazir\nno attacks\nmaximize count camelot\nfind 1";
    let answer = Puzzle::parse(spec)?.solve()?;
    println!("best: {:?}, proved: {}", answer.best(), answer.is_optimal());
    for board in answer.solutions() {
        println!("{board}");
        for (piece, cells) in board.pieces() {
            println!("{piece} on {}", cells.join(" "));
        }
    }
    Ok(())
}
