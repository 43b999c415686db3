//! Text of Penpa+: common words are shortened, then the text is compressed (raw deflate) and written in base 64.

use crate::foreign::refusal::Refusal;
use data_encoding::BASE64;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// Limit on the unpacked text.
const MOST_BYTES: usize = 1 << 20;

/// Words and what stands for them; the first makes room for the others.
const SHORT: [(&str, &str); 31] = [
    ("z", "zZ"),
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

pub(super) fn unpacked(packed: &str) -> Result<String, Refusal> {
    let packed = packed.trim().replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace(' ', "+");
    let bytes = BASE64.decode(packed.as_bytes()).map_err(|_| Refusal::NotPacked)?;
    let plain = decompress_to_vec_with_limit(&bytes, MOST_BYTES).map_err(|fault| match fault.status {
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput => Refusal::TooMuch(MOST_BYTES),
        _ => Refusal::NotPacked,
    })?;
    let text = String::from_utf8(plain).map_err(|_| Refusal::NotPacked)?;
    Ok(SHORT.iter().rev().fold(text, |text, (word, short)| text.replace(short, word)))
}

pub(super) fn packed(text: &str) -> String {
    let short = SHORT.iter().fold(text.to_owned(), |text, (word, short)| text.replace(word, short));
    BASE64.encode(&compress_to_vec(short.as_bytes(), 9))
}
