//! Statements.

use super::{Builder, NodeParts, only};
use crate::syntax::ast::{
    Area, Axis, BoardDecl, ClueMode, Expr, MoveTerm, Moves, Name, NoAttacks, Picture, PieceSet, RegionsBody,
    Side, StatementKind, SymmetryName, TileFamily, Turning, View, Wrap,
};
use crate::syntax::error::SyntaxErrorKind;
use crate::syntax::parser::{Node, Rule};
use crate::text::{Span, Spanned};

impl Builder<'_> {
    /// Builds the statement of a `…_stmt` node.
    pub(in crate::syntax) fn statement(&mut self, node: &Node) -> StatementKind {
        let parts = &node.parts;
        match node.rule {
            Rule::puzzle_stmt => StatementKind::Puzzle(self.string(&parts[1])),
            Rule::rules_stmt => StatementKind::Rules(self.string(&parts[1])),
            Rule::include_stmt => StatementKind::Include(self.string(&parts[1])),
            Rule::param_stmt => self.param(node),
            Rule::board_stmt => StatementKind::Board(self.board(&parts[1])),
            Rule::walls_stmt => StatementKind::Walls(self.area(&parts[1])),
            Rule::regions_stmt => self.regions(node),
            Rule::piece_stmt => self.piece(node),
            Rule::pieces_stmt => self.pieces(node),
            Rule::use_stmt => self.use_names(node),
            Rule::tile_stmt => self.tile(node),
            Rule::tiles_stmt => self.tiles(node),
            Rule::clues_stmt => self.clues(node),
            Rule::weights_stmt => {
                StatementKind::Weights { name: self.name(&parts[1]), pictures: self.pictures(&parts[2]) }
            }
            Rule::loop_stmt | Rule::path_stmt => StatementKind::Route(self.route(node)),
            Rule::place_stmt => {
                let (part, kind) = match parts[1].rule {
                    Rule::line_part => {
                        let (part, kind) = self.line_part(&parts[1]);
                        (Some(part), kind)
                    }
                    _ => (None, self.kind_ref(&parts[1])),
                };
                StatementKind::Place { part, kind, at: self.location(&parts[3]) }
            }
            Rule::keep_stmt => StatementKind::KeepEmpty(self.location(&parts[2])),
            Rule::givens_stmt if parts[1].rule == Rule::fen => {
                StatementKind::GivensFen(self.string(&parts[1].parts[1]))
            }
            Rule::givens_stmt => StatementKind::Givens(self.pictures(&parts[1])),
            Rule::scoped_stmt | Rule::rule_stmt => self.rule(node),
            Rule::list_stmt if parts[1].rule == Rule::runs => self.runs(node),
            Rule::list_stmt => self.clue_list(node),
            Rule::side_stmt => self.side_list(node),
            Rule::region_list_stmt => self.region_list(node),
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
            Rule::vary_stmt => StatementKind::Vary(self.varied(&parts[1])),
            Rule::intended_stmt => StatementKind::Intended(self.pictures(&parts[1])),
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
        let moves = parts.take(Rule::op_eq).map(|_| self.moves(parts.next()));
        let moves = moves.unwrap_or_else(|| no_moves(&name));
        StatementKind::Piece { name, symbol, moves }
    }

    fn pieces(&mut self, node: &Node) -> StatementKind {
        // pieces, name, range, =, moves
        let name = self.name(&node.parts[1]);
        let (from, to) = self.range(&node.parts[2]);
        let moves = node.parts.get(4).map_or_else(|| no_moves(&name), |moves| self.moves(moves));
        StatementKind::Pieces { name, from, to, moves }
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
        let first = &parts.next().parts;
        // If there are two texts, the first is the symbol, unless it is a picture.
        let (symbol, layers) = match first.split_first() {
            Some((text, layers)) if !layers.is_empty() && only(text).rule == Rule::string => {
                (Some(self.string(only(text))), layers)
            }
            _ => (None, &first[..]),
        };
        let mut shapes = vec![self.layers(layers)];
        while parts.take(Rule::kw_or).is_some() {
            shapes.push(self.layers(&parts.next().parts));
        }
        let turning = match parts.peek() {
            Some(Rule::kw_fixed) => Turning::Fixed,
            Some(Rule::kw_turn) => Turning::Turn,
            _ => Turning::Free,
        };
        let moves = parts.all().find(|p| p.rule == Rule::moves).map(|m| self.moves(m));
        StatementKind::Tile { name, symbol, shapes, turning, moves }
    }

    fn layers(&mut self, nodes: &[Node]) -> Vec<Picture> {
        nodes.iter().map(|p| self.picture(p)).collect()
    }

    fn tiles(&mut self, node: &Node) -> StatementKind {
        // tiles, name, range or area, =, family
        let name = self.name(&node.parts[1]);
        let areas = &node.parts[2];
        let (from, to) = match areas.rule {
            Rule::range => self.range(areas),
            _ => (self.expr(areas), self.expr(areas)),
        };
        let shapes = match node.parts[4].rule {
            Rule::kw_rectangles => TileFamily::Rectangles,
            _ => TileFamily::Polyominoes,
        };
        StatementKind::Tiles { name, from, to, shapes }
    }

    fn clues(&mut self, node: &Node) -> StatementKind {
        match node.parts.as_slice() {
            [_, treatment] => StatementKind::Clues(self.clue_mode(treatment)),
            [_, name, pictures, treatment @ ..] => StatementKind::ClueLayer {
                name: self.name(name),
                pictures: self.pictures(pictures),
                mode: treatment.first().map(|t| self.clue_mode(t)),
            },
            _ => unreachable!("the grammar gives `clues` two parts or more"),
        }
    }

    fn clue_mode(&self, treatment: &Node) -> Spanned<ClueMode> {
        // are, walls
        let node = &treatment.parts[1];
        let mode = match node.rule {
            Rule::kw_walls => ClueMode::Walls,
            Rule::kw_cells => ClueMode::Cells,
            _ => ClueMode::Empty,
        };
        Spanned::new(mode, self.span(node))
    }

    fn rule(&mut self, node: &Node) -> StatementKind {
        let (requirement, scopes) = node.parts.split_last().expect("a rule ends in what it demands");
        let scopes = scopes.iter().map(|s| self.scope(s)).collect();
        StatementKind::Rule { scopes, requirement: self.requirement(requirement) }
    }

    fn clue_list(&mut self, node: &Node) -> StatementKind {
        let mut parts = NodeParts::of(node);
        let along = self.axis(parts.next());
        let expr = self.expr(parts.next());
        let relation = self.relation(parts.next());
        let (values, values_span) = self.clue_values(parts.next());
        StatementKind::ClueList { along, expr, relation, values, values_span }
    }

    fn axis(&self, word: &Node) -> Spanned<Axis> {
        let axis = if word.rule == Rule::kw_rows { Axis::Rows } else { Axis::Columns };
        Spanned::new(axis, self.span(word))
    }

    fn clue_values(&mut self, list: &Node) -> (Vec<Spanned<Option<Expr>>>, Span) {
        let values = list.parts.iter().map(|v| {
            let value = only(v);
            let clue = (value.rule != Rule::blank).then(|| self.expr(value));
            Spanned::new(clue, self.span(v))
        });
        (values.collect(), self.span(list))
    }

    fn runs(&mut self, node: &Node) -> StatementKind {
        // rows, `runs of P`, =, list
        let list = &node.parts[3];
        let lengths = |v: &Node, builder: &mut Self| -> Option<Vec<Expr>> {
            (only(v).rule != Rule::blank).then(|| v.parts.iter().map(|n| builder.simple(n)).collect())
        };
        let values = list.parts.iter().map(|v| Spanned::new(lengths(v, self), self.span(v))).collect();
        StatementKind::Runs {
            along: self.axis(&node.parts[0]),
            what: self.piece_set(&node.parts[1].parts[2]),
            values,
            values_span: self.span(list),
        }
    }

    fn side_list(&mut self, node: &Node) -> StatementKind {
        // from, side, `visible P`, relation, list
        let [_, written, seen, relation, list] = node.parts.as_slice() else {
            unreachable!("the grammar gives this rule five parts")
        };
        let side = match only(written).rule {
            Rule::kw_left => Side::Left,
            Rule::kw_right => Side::Right,
            Rule::kw_top => Side::Top,
            _ => Side::Bottom,
        };
        let view = if seen.parts[0].rule == Rule::kw_visible { View::Visible } else { View::First };
        let (values, values_span) = self.clue_values(list);
        StatementKind::SideList {
            side: Spanned::new(side, self.span(written)),
            view,
            what: self.piece_set(&seen.parts[1]),
            relation: self.relation(relation),
            values,
            values_span,
        }
    }

    fn region_list(&mut self, node: &Node) -> StatementKind {
        // name, expression, relation, list
        let [layer, expr, relation, list] = node.parts.as_slice() else {
            unreachable!("the grammar gives this rule four parts")
        };
        let values = list.parts.iter().map(|v| (self.name(&v.parts[0]), self.expr(&v.parts[1]))).collect();
        StatementKind::RegionList {
            layer: self.name(layer),
            expr: self.expr(expr),
            relation: self.relation(relation),
            values,
        }
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

    pub(super) fn symmetry(&self, node: &Node) -> Spanned<SymmetryName> {
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

/// Returns the moves of a piece declared without any: none, at the span of its name.
fn no_moves(name: &Name) -> Moves {
    Moves { terms: vec![Spanned::new(MoveTerm::None, name.span)], span: name.span }
}
