//! The parts of a spec that `puzzle make` chooses.

use super::{Builder, NodeParts};
use crate::syntax::ast::Varied;
use crate::syntax::parser::{Node, Rule};

impl Builder<'_> {
    pub(super) fn varied(&mut self, node: &Node) -> Varied {
        let mut parts = NodeParts::of(node);
        let _word = parts.next();
        match node.rule {
            Rule::varied_givens => {
                let of = parts.take(Rule::kw_of).map(|_| self.piece_set(parts.next()));
                let symmetries = parts.all().filter(|p| p.rule == Rule::symmetry);
                Varied::Givens { of, pattern: symmetries.map(|s| self.symmetry(s)).collect() }
            }
            Rule::varied_clues => Varied::Clues(parts.optional().map(|name| self.name(name))),
            Rule::varied_regions => {
                let layer = match parts.peek() {
                    None | Some(Rule::kw_sizes | Rule::kw_scattered) => None,
                    Some(_) => Some(self.name(parts.next())),
                };
                let scattered = parts.take(Rule::kw_scattered).is_some();
                let sizes = parts.take(Rule::kw_sizes).map(|_| self.range(parts.next()));
                Varied::Regions { layer, sizes, scattered }
            }
            _ => Varied::Walls(parts.optional().map(|number| self.expr(number))),
        }
    }
}
