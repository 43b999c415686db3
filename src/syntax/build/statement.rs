//! Statements.

use super::{Builder, NodeParts, only};
use crate::syntax::ast::{
    Area, Axis, BoardDecl, ClueMode, Expr, NoAttacks, PieceSet, RegionsBody, StatementKind, SymmetryName,
    Turning, Wrap,
};
use crate::syntax::error::SyntaxErrorKind;
use crate::syntax::parser::{Node, Rule};
use crate::text::Spanned;

impl Builder<'_> {
    /// Builds the statement of a `…_stmt` node.
    pub(in crate::syntax) fn statement(&mut self, node: &Node) -> StatementKind {
        let parts = &node.parts;
        match node.rule {
            Rule::puzzle_stmt => StatementKind::Puzzle(self.string(&parts[1])),
            Rule::include_stmt => StatementKind::Include(self.string(&parts[1])),
            Rule::param_stmt => self.param(node),
            Rule::board_stmt => StatementKind::Board(self.board(&parts[1])),
            Rule::walls_stmt => StatementKind::Walls(self.area(&parts[1])),
            Rule::regions_stmt => self.regions(node),
            Rule::piece_stmt => self.piece(node),
            Rule::pieces_stmt => self.pieces(node),
            Rule::use_stmt => self.use_names(node),
            Rule::tile_stmt => self.tile(node),
            Rule::clues_stmt => StatementKind::Clues(self.clue_mode(&parts[2])),
            Rule::place_stmt => {
                StatementKind::Place { kind: self.kind_ref(&parts[1]), at: self.location(&parts[3]) }
            }
            Rule::keep_stmt => StatementKind::KeepEmpty(self.location(&parts[2])),
            Rule::givens_stmt if parts[1].rule == Rule::fen => {
                StatementKind::GivensFen(self.string(&parts[1].parts[1]))
            }
            Rule::givens_stmt => StatementKind::Givens(self.pictures(&parts[1])),
            Rule::scoped_stmt | Rule::rule_stmt => self.rule(node),
            Rule::list_stmt => self.clue_list(node),
            Rule::attacks_stmt => StatementKind::NoAttacks(self.no_attacks(node)),
            // pair P with Q within M
            Rule::pair_stmt => StatementKind::Pair {
                from: self.piece_set(&parts[1]),
                to: self.piece_set(&parts[3]),
                moves: self.moves(&parts[5]),
            },
            Rule::symmetric_stmt => {
                StatementKind::Symmetric(parts[2..].iter().map(|s| self.symmetry(s)).collect())
            }
            Rule::objective_stmt => StatementKind::Objective {
                maximize: parts[0].rule == Rule::kw_maximize,
                expr: self.expr(&parts[1]),
            },
            Rule::find_stmt => self.find(node),
            _ => self.expect(node),
        }
    }

    fn param(&mut self, node: &Node) -> StatementKind {
        let mut parts = NodeParts::of(node);
        let _param = parts.next();
        let name = self.name(parts.next());
        let _equals = parts.next();
        let value = self.expr(parts.next());
        let range = parts.take(Rule::kw_in).map(|_| self.range(parts.next()));
        StatementKind::Param { name, value, range }
    }

    fn board(&mut self, node: &Node) -> BoardDecl {
        let mut parts = NodeParts::of(node);
        match node.rule {
            Rule::hex_board => BoardDecl::Hex(self.expr(&node.parts[1])),
            Rule::box_board => {
                let sides = self.sides(parts.next());
                BoardDecl::Box { sides, wrap: self.wrap(parts) }
            }
            _ => {
                let layers = self.pictures(parts.next());
                BoardDecl::Picture { layers, wrap: self.wrap(parts) }
            }
        }
    }

    fn wrap(&self, mut parts: NodeParts<'_>) -> Option<Spanned<Wrap>> {
        let node = parts.optional()?;
        let wrap = match node.parts[1].rule {
            Rule::kw_columns => Wrap::Columns,
            Rule::kw_rows => Wrap::Rows,
            _ => Wrap::Both,
        };
        Some(Spanned::new(wrap, self.span(node)))
    }

    fn area(&mut self, node: &Node) -> Area {
        match node.rule {
            Rule::pictures => Area::Pictures(self.pictures(node)),
            _ => Area::Location(self.location(node)),
        }
    }

    fn regions(&mut self, node: &Node) -> StatementKind {
        let mut parts = NodeParts::of(node);
        let _regions = parts.next();
        let layer = parts.take(Rule::layer_name).map(|n| self.name(n));
        let _equals = parts.take(Rule::op_eq);
        let body = parts.next();
        let body = match body.rule {
            Rule::blocks => self.blocks(body),
            _ => RegionsBody::Pictures(self.pictures(body)),
        };
        StatementKind::Regions { layer, body }
    }

    fn blocks(&mut self, node: &Node) -> RegionsBody {
        let span = self.span(node);
        let mut sides = self.sides(&node.parts[1]).into_iter();
        let mut side = || -> Expr { sides.next().expect("`sides` has two or three") };
        let (width, height) = (side(), side());
        if sides.next().is_some() {
            self.error(span, SyntaxErrorKind::BlockOfThreeSides);
        }
        RegionsBody::Blocks { width, height, span }
    }

    fn piece(&mut self, node: &Node) -> StatementKind {
        let mut parts = NodeParts::of(node);
        let _piece = parts.next();
        let name = self.name(parts.next());
        let symbol = parts.take(Rule::string).map(|s| self.string(s));
        let _equals = parts.next();
        StatementKind::Piece { name, symbol, moves: self.moves(parts.next()) }
    }

    fn pieces(&mut self, node: &Node) -> StatementKind {
        // pieces, name, range, =, moves
        let name = self.name(&node.parts[1]);
        let (from, to) = self.range(&node.parts[2]);
        StatementKind::Pieces { name, from, to, moves: self.moves(&node.parts[4]) }
    }

    fn use_names(&mut self, node: &Node) -> StatementKind {
        let names = |parts: &[Node]| parts.iter().map(|n| self.name(n)).collect();
        match node.parts[1..].split_last() {
            Some((library, used)) if library.rule == Rule::library => {
                StatementKind::UseFrom { names: names(used), path: self.string(&library.parts[1]) }
            }
            _ => StatementKind::Use(names(&node.parts[1..])),
        }
    }

    fn tile(&mut self, node: &Node) -> StatementKind {
        let mut parts = NodeParts::of(node);
        let _tile = parts.next();
        let name = self.name(parts.next());
        let first = parts.next();
        // If there are two texts, the first is the symbol.
        let (symbol, picture) = match parts.peek() {
            Some(Rule::string | Rule::picture) => (Some(self.string(first)), parts.next()),
            _ => (None, first),
        };
        let picture = self.picture(picture);
        let turning = match parts.peek() {
            Some(Rule::kw_fixed) => Turning::Fixed,
            Some(Rule::kw_turn) => Turning::Turn,
            _ => Turning::Free,
        };
        let moves = parts.all().find(|p| p.rule == Rule::moves).map(|m| self.moves(m));
        StatementKind::Tile { name, symbol, picture, turning, moves }
    }

    fn clue_mode(&self, node: &Node) -> Spanned<ClueMode> {
        let mode = match node.rule {
            Rule::kw_walls => ClueMode::Walls,
            Rule::kw_cells => ClueMode::Cells,
            _ => ClueMode::Empty,
        };
        Spanned::new(mode, self.span(node))
    }

    fn rule(&mut self, node: &Node) -> StatementKind {
        let (comparison, scopes) = node.parts.split_last().expect("a rule ends in a comparison");
        let scopes = scopes.iter().map(|s| self.scope(s)).collect();
        StatementKind::Rule { scopes, comparison: self.comparison(comparison) }
    }

    fn clue_list(&mut self, node: &Node) -> StatementKind {
        let mut parts = NodeParts::of(node);
        let word = parts.next();
        let axis = if word.rule == Rule::kw_rows { Axis::Rows } else { Axis::Columns };
        let along = Spanned::new(axis, self.span(word));
        let expr = self.expr(parts.next());
        let relation = self.relation(parts.next());
        let list = parts.next();
        let values = list.parts.iter().map(|v| {
            let value = only(v);
            let clue = (value.rule != Rule::blank).then(|| self.expr(value));
            Spanned::new(clue, self.span(v))
        });
        let values = values.collect();
        StatementKind::ClueList { along, expr, relation, values, values_span: self.span(list) }
    }

    fn no_attacks(&mut self, node: &Node) -> NoAttacks {
        let Some(how) = node.parts.get(2) else { return NoAttacks::All };
        match how.rule {
            Rule::among => NoAttacks::Among(self.sets_after_word(how)),
            Rule::between => NoAttacks::Between(self.sets_after_word(how)),
            _ => NoAttacks::WithinKinds,
        }
    }

    fn sets_after_word(&mut self, node: &Node) -> Vec<PieceSet> {
        node.parts[1..].iter().map(|p| self.piece_set(p)).collect()
    }

    fn symmetry(&self, node: &Node) -> Spanned<SymmetryName> {
        let name = match (node.parts[0].rule, node.parts[1].rule) {
            (Rule::kw_half, _) => SymmetryName::HalfTurn,
            (Rule::kw_quarter, _) => SymmetryName::QuarterTurn,
            (_, Rule::left_right) => SymmetryName::MirrorLeftRight,
            (_, Rule::top_bottom) => SymmetryName::MirrorTopBottom,
            (_, Rule::kw_diagonal) => SymmetryName::MirrorDiagonal,
            _ => SymmetryName::MirrorAntidiagonal,
        };
        Spanned::new(name, self.span(node))
    }
}
