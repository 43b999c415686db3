//! Comparison of two specs by their encodings.

use super::EncodedModel;
use crate::model::Model;

impl<'a> EncodedModel<'a> {
    /// Returns true if the statements of two models, in any order, are equal, and their objectives.
    pub fn say_the_same(first: &'a Model, second: &'a Model) -> bool {
        let first = Self::new(first);
        let said = (first.instances.clone(), first.statements.clone(), first.sums.clone());
        let asked = first.asked.clone();
        let second = first.of(second);
        said == (second.instances, second.statements, second.sums) && asked == second.asked
    }
}
