//! The first terms of a sequence: ways to place n queens that do not attack each other (OEIS A000170).

use nauck::Puzzle;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let queens = Puzzle::parse("param n = 8 in 1..20\nboard n x n\nuse queen\nno attacks\ncount queen = n")?;
    for n in 1..=10 {
        println!("{n} {}", queens.with("n", n)?.count()?.count());
    }
    Ok(())
}
