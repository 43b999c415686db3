//! The source of the crate, read without a compiler: tokens, items, `use` trees and the tree of modules. It serves the tests
//! of dependencies between modules and of the public interface.

mod items;
mod tokens;
mod tree;
mod uses;

pub use items::{Item, is_hidden, items};
pub use tokens::{Kind, Token, closing, tokens};
pub use tree::{Module, Tree};
pub use uses::{Path, paths};
