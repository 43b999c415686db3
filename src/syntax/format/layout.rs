//! Arranges statements and comments in lines: blank lines and column alignment.

use super::super::frame;
use super::super::lexer::{Token, TokenKind, tokens};
use super::statement::FormattedStatement;
use crate::text::SourceId;

/// Lines longer than this keep their comment directly behind them and do not move other comments to the right.
const LONG: usize = 60;

enum ItemContent<'t> {
    Statement(FormattedStatement<'t>),
    Comment(&'t str),
}

struct FormatItem<'t> {
    /// True if a blank line precedes it.
    apart: bool,
    what: ItemContent<'t>,
}

/// Formats `text`, which has no syntax errors.
pub(super) fn lay_out(source: SourceId, text: &str) -> String {
    let mut items = items(source, text);
    align_pieces(&mut items);
    write(&items)
}

fn items(source: SourceId, text: &str) -> Vec<FormatItem<'_>> {
    let all = tokens(text);
    let frames = frame::cut(source, text, &all);
    let place =
        |token: Token| all.binary_search_by_key(&token.start, |t| t.start).expect("a token of the text");
    let ends = |range: &std::ops::Range<usize>| {
        (place(frames.tokens[range.start]), place(frames.tokens[range.end - 1]))
    };
    let mut statements = frames.statements.iter().map(|f| ends(&f.range)).peekable();
    let mut items: Vec<FormatItem<'_>> = Vec::new();
    let (mut at, mut breaks) = (0, 0);
    while at < all.len() {
        if let Some((_, last)) = statements.next_if(|s| s.0 == at) {
            let written = FormattedStatement::new(source, text, &all[at..=last]);
            items.push(FormatItem { apart: breaks > 1, what: ItemContent::Statement(written) });
            (at, breaks) = (last + 1, 0);
            continue;
        }
        match all[at].kind {
            TokenKind::Newline => breaks += 1,
            TokenKind::Comment => {
                let comment = all[at].text(text).trim_end();
                match items.last_mut() {
                    Some(FormatItem { what: ItemContent::Statement(written), .. }) if breaks == 0 => {
                        written.comment = Some(comment);
                    }
                    _ => {
                        items.push(FormatItem { apart: breaks > 1, what: ItemContent::Comment(comment) });
                        breaks = 0;
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    items
}

/// Returns the ranges of items for which `belongs` holds and which no blank line separates.
fn runs(items: &[FormatItem<'_>], belongs: impl Fn(&FormatItem<'_>) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (i, item) in items.iter().enumerate() {
        match runs.last_mut() {
            _ if !belongs(item) => {}
            Some(run) if run.end == i && !item.apart => run.end = i + 1,
            _ => runs.push(i..i + 1),
        }
    }
    runs
}

fn head(item: &FormatItem<'_>) -> Option<(usize, Option<usize>)> {
    match &item.what {
        ItemContent::Statement(written) => written.piece_head(),
        ItemContent::Comment(_) => None,
    }
}

/// Aligns the symbols and the `=` of consecutive `piece` statements.
fn align_pieces(items: &mut [FormatItem<'_>]) {
    for run in runs(items, |item| head(item).is_some()) {
        let heads: Vec<(usize, Option<usize>)> = items[run.clone()].iter().filter_map(head).collect();
        let symbols = heads.iter().filter(|h| h.1.is_some()).map(|h| h.0 + 1).max().unwrap_or(0);
        let end = |&(name, symbol): &(usize, Option<usize>)| symbol.map_or(name, |width| symbols + width);
        let relations = heads.iter().map(end).max().unwrap_or(0) + 1;
        for item in &mut items[run] {
            if let ItemContent::Statement(written) = &mut item.what {
                written.align_head(symbols, relations);
            }
        }
    }
}

fn write(items: &[FormatItem<'_>]) -> String {
    let mut out = String::new();
    let mut blocks: Vec<Vec<String>> = items
        .iter()
        .map(|item| match &item.what {
            ItemContent::Statement(written) => written.lines(),
            ItemContent::Comment(comment) => vec![(*comment).to_owned()],
        })
        .collect();
    for run in runs(items, |item| matches!(item.what, ItemContent::Statement(_))) {
        align_comments(&items[run.clone()], &mut blocks[run]);
    }
    for (i, (item, lines)) in items.iter().zip(&blocks).enumerate() {
        if i > 0 && item.apart {
            out.push('\n');
        }
        for line in lines {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Aligns the comments behind consecutive statements.
fn align_comments(items: &[FormatItem<'_>], blocks: &mut [Vec<String>]) {
    let comment = |item: &FormatItem<'_>| match &item.what {
        ItemContent::Statement(written) => written.comment.map(str::to_owned),
        ItemContent::Comment(_) => None,
    };
    let width = |lines: &[String]| lines.last().map_or(0, |l| l.chars().count());
    let with = items.iter().zip(blocks.iter()).filter(|(item, _)| comment(item).is_some());
    let column = with.map(|(_, lines)| width(lines)).filter(|&w| w <= LONG).max().unwrap_or(0);
    for (item, lines) in items.iter().zip(blocks) {
        let gap = column.saturating_sub(width(lines)) + 2;
        if let (Some(comment), Some(line)) = (comment(item), lines.last_mut()) {
            line.push_str(&" ".repeat(gap));
            line.push_str(&comment);
        }
    }
}
