//! The kinds of constraints, each with the statements that say it.

use super::grid::{Cell, Grid, fault, letter};
use crate::foreign::refusal::Refusal;
use serde_json::Value;

/// Writes the statements of a key's value.
type Part = fn(&Grid, &Value) -> Result<String, Refusal>;

/// The keys that are read.
const PARTS: &[(&str, Part)] = &[
    ("diagonal+", |grid, _| Ok(diagonal(grid, true))),
    ("diagonal-", |grid, _| Ok(diagonal(grid, false))),
    ("disjointgroups", |grid, _| disjoint_groups(grid)),
    ("extraregion", |grid, value| each(value, |one| Ok(distinct(grid, &cells(grid, one, "cells")?)))),
    ("killercage", |grid, value| each(value, |one| killer_cage(grid, one))),
    ("littlekillersum", |grid, value| each(value, |one| little_killer(grid, one))),
    ("odd", |grid, value| each(value, |one| parity(grid, one, 1))),
    ("even", |grid, value| each(value, |one| parity(grid, one, 2))),
    ("thermometer", |grid, value| each_line(grid, value, |line| Ok(thermometer(grid, line)))),
    ("palindrome", |grid, value| each_line(grid, value, |line| Ok(palindrome(grid, line)))),
    ("betweenline", |grid, value| each_line(grid, value, |line| Ok(between(grid, line)))),
    ("whispers", |grid, value| each_line(grid, value, |line| Ok(whispers(grid, line)))),
    ("arrow", |grid, value| each(value, |one| arrow(grid, one))),
    ("difference", |grid, value| each(value, |one| difference(grid, one))),
    ("ratio", |grid, value| each(value, |one| ratio(grid, one))),
    ("xv", |grid, value| each(value, |one| xv(grid, one))),
    ("clone", |grid, value| each(value, |one| clone(grid, one))),
    ("minimum", |grid, value| each(value, |one| extreme(grid, one, "<"))),
    ("maximum", |grid, value| each(value, |one| extreme(grid, one, ">"))),
    ("quadruple", |grid, value| each(value, |one| quadruple(grid, one))),
];

pub(super) fn named(key: &str) -> Option<Part> {
    PARTS.iter().find(|(name, _)| *name == key).map(|(_, part)| *part)
}

/// The statements of each element of a list.
fn each(list: &Value, write: impl Fn(&Value) -> Result<String, Refusal>) -> Result<String, Refusal> {
    let list = list.as_array().ok_or_else(|| fault("a list of constraints is missing"))?;
    list.iter().map(write).collect()
}

/// The statements of each line of each element.
fn each_line(
    grid: &Grid,
    list: &Value,
    write: impl Fn(&[Cell]) -> Result<String, Refusal>,
) -> Result<String, Refusal> {
    each(list, |one| lines(grid, one)?.iter().map(|line| write(line)).collect())
}

fn cells(grid: &Grid, one: &Value, key: &str) -> Result<Vec<Cell>, Refusal> {
    let list = one.get(key).and_then(Value::as_array).filter(|list| !list.is_empty());
    list.ok_or_else(|| fault(&format!("`{key}` is missing")))?.iter().map(|cell| grid.cell(cell)).collect()
}

fn lines(grid: &Grid, one: &Value) -> Result<Vec<Vec<Cell>>, Refusal> {
    let list = one.get("lines").and_then(Value::as_array).ok_or_else(|| fault("`lines` is missing"))?;
    let line = |line: &Value| {
        let cells = line.as_array().filter(|cells| cells.len() > 1);
        cells.ok_or_else(|| fault("a line has fewer than two cells"))?.iter().map(|c| grid.cell(c)).collect()
    };
    list.iter().map(line).collect()
}

/// A number, which the format writes as text.
fn number(one: &Value) -> Option<i64> {
    let value = one.get("value")?;
    value.as_i64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// The two cells of a dot or a letter between cells.
fn pair(grid: &Grid, one: &Value) -> Result<[String; 2], Refusal> {
    let pair = <[Cell; 2]>::try_from(cells(grid, one, "cells")?);
    pair.map(|pair| pair.map(|c| digit(grid, c))).map_err(|_| fault("a mark between cells needs two cells"))
}

/// The digit on a cell.
fn digit(grid: &Grid, cell: Cell) -> String {
    format!("digit at {}", grid.name(cell))
}

fn names(grid: &Grid, cells: &[Cell]) -> String {
    cells.iter().map(|&c| grid.name(c)).collect::<Vec<_>>().join(", ")
}

fn distinct(grid: &Grid, cells: &[Cell]) -> String {
    format!("in {}: distinct digit\n", names(grid, cells))
}

fn diagonal(grid: &Grid, rises: bool) -> String {
    let column = |row: usize| if rises { grid.side - 1 - row } else { row };
    let cells: Vec<Cell> = (0..grid.side).map(|row| (row, column(row))).collect();
    distinct(grid, &cells)
}

/// Cells at the same place of their boxes.
fn disjoint_groups(grid: &Grid) -> Result<String, Refusal> {
    let Some((width, height)) = grid.blocks else {
        return Err(fault("`disjointgroups` needs boxes of the usual shape"));
    };
    let place = |at: usize| letter(at / grid.side % height * width + at % grid.side % width);
    Ok(format!("regions spot {}\neach spot: distinct digit\n", grid.picture(place)))
}

fn killer_cage(grid: &Grid, one: &Value) -> Result<String, Refusal> {
    let cells = cells(grid, one, "cells")?;
    let sum = number(one)
        .map_or_else(String::new, |sum| format!("in {}: sum digit = {sum}\n", names(grid, &cells)));
    Ok(distinct(grid, &cells) + &sum)
}

fn little_killer(grid: &Grid, one: &Value) -> Result<String, Refusal> {
    let sum = number(one).ok_or_else(|| fault("a little killer lacks its sum"))?;
    Ok(format!("in {}: sum digit = {sum}\n", names(grid, &cells(grid, one, "cells")?)))
}

/// A cell with an odd digit (from 1) or an even one (from 2).
fn parity(grid: &Grid, one: &Value, first: usize) -> Result<String, Refusal> {
    let cell = grid.cell(one.get("cell").unwrap_or(&Value::Null))?;
    let values: Vec<String> = (first..=grid.side).step_by(2).map(|d| d.to_string()).collect();
    Ok(format!("{} = {}\n", digit(grid, cell), values.join(" or ")))
}

fn thermometer(grid: &Grid, line: &[Cell]) -> String {
    line.iter().map(|&c| digit(grid, c)).collect::<Vec<_>>().join(" < ") + "\n"
}

fn palindrome(grid: &Grid, line: &[Cell]) -> String {
    let pairs = (0..line.len() / 2).map(|i| (line[i], line[line.len() - 1 - i]));
    pairs.map(|(a, b)| format!("{} = {}\n", digit(grid, a), digit(grid, b))).collect()
}

/// The digits on the line lie between those at its ends.
fn between(grid: &Grid, line: &[Cell]) -> String {
    let [first, inner @ .., last] = line else { return String::new() };
    let (a, b) = (digit(grid, *first), digit(grid, *last));
    let one = |&cell: &Cell| {
        let x = digit(grid, cell);
        format!("{a} < {x} < {b} or {b} < {x} < {a}\n")
    };
    inner.iter().map(one).collect()
}

/// Digits beside each other on the line differ by at least five.
fn whispers(grid: &Grid, line: &[Cell]) -> String {
    let one = |pair: &[Cell]| {
        let (a, b) = (digit(grid, pair[0]), digit(grid, pair[1]));
        format!("{a} >= {b} + 5 or {b} >= {a} + 5\n")
    };
    line.windows(2).map(one).collect()
}

/// The digits along each shaft add up to the digit in the circle.
fn arrow(grid: &Grid, one: &Value) -> Result<String, Refusal> {
    let [circle] = cells(grid, one, "cells")?[..] else {
        return Err(Refusal::Part("arrow with a circle of several cells".to_owned()));
    };
    let shaft = |line: &Vec<Cell>| {
        let digits: Vec<String> = line.iter().filter(|&&c| c != circle).map(|&c| digit(grid, c)).collect();
        if digits.is_empty() {
            return Err(fault("an arrow has no shaft"));
        }
        Ok(format!("{} = {}\n", digit(grid, circle), digits.join(" + ")))
    };
    lines(grid, one)?.iter().map(shaft).collect()
}

fn difference(grid: &Grid, one: &Value) -> Result<String, Refusal> {
    let ([a, b], d) = (pair(grid, one)?, number(one).unwrap_or(1));
    Ok(format!("{a} = {b} + {d} or {b} = {a} + {d}\n"))
}

fn ratio(grid: &Grid, one: &Value) -> Result<String, Refusal> {
    let ([a, b], r) = (pair(grid, one)?, number(one).unwrap_or(2));
    Ok(format!("{a} = {r} * {b} or {b} = {r} * {a}\n"))
}

/// Two digits whose sum is 5 (V) or 10 (X).
fn xv(grid: &Grid, one: &Value) -> Result<String, Refusal> {
    let [a, b] = pair(grid, one)?;
    let sum = match one.get("value").and_then(Value::as_str) {
        Some("v" | "V") => 5,
        Some("x" | "X") => 10,
        _ => return Err(fault("an `xv` is `X` or `V`")),
    };
    Ok(format!("{a} + {b} = {sum}\n"))
}

fn clone(grid: &Grid, one: &Value) -> Result<String, Refusal> {
    let (from, to) = (cells(grid, one, "cells")?, cells(grid, one, "cloneCells")?);
    let pairs = from.iter().zip(&to).filter(|(a, b)| a != b);
    Ok(pairs.map(|(&a, &b)| format!("{} = {}\n", digit(grid, a), digit(grid, b))).collect())
}

/// A digit below or above those beside it.
fn extreme(grid: &Grid, one: &Value, relation: &str) -> Result<String, Refusal> {
    let cell = grid.cell(one.get("cell").unwrap_or(&Value::Null))?;
    let beside = grid.beside(cell).into_iter();
    Ok(beside.map(|other| format!("{} {relation} {}\n", digit(grid, cell), digit(grid, other))).collect())
}

/// Digits that stand around a corner, as often as they are listed.
fn quadruple(grid: &Grid, one: &Value) -> Result<String, Refusal> {
    let around = names(grid, &cells(grid, one, "cells")?);
    let values = one.get("values").and_then(Value::as_array).ok_or_else(|| fault("`values` is missing"))?;
    let mut text = String::new();
    for digit in 1..=grid.side {
        let times = values.iter().filter(|v| v.as_u64() == Some(digit as u64)).count();
        if times > 0 {
            text += &format!("in {around}: count digit[{digit}] >= {times}\n");
        }
    }
    Ok(text)
}
