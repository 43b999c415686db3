//! Values of choices during the general search.

/// Value of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChoiceValue {
    Open,
    In,
    Out,
}
