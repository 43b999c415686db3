use super::codes::{Clue, numbers, numbers_to_four};
use super::{Refusal, import};
use Clue::{None as Free, Number, Open};
use proptest::prelude::*;

#[test]
fn numbers_skip_cells_and_have_up_to_four_digits() {
    let read = numbers("g5-1f+100=001.h", 9).expect("a body");
    assert_eq!(read, [Free, Number(5), Number(31), Number(256), Number(4097), Open, Free, Free, Free]);
    assert_eq!(numbers("z", 19), Err(Refusal::TooLong));
    assert_eq!(numbers("1g2", 2), Err(Refusal::Rest("2".to_owned())));
    assert_eq!(numbers("1-2", 2), Err(Refusal::Truncated));
    assert_eq!(numbers("-+1", 2), Err(Refusal::Code("+1".to_owned())));
    assert_eq!(numbers("1A", 2), Err(Refusal::Code("A".to_owned())));
}

#[test]
fn numbers_to_four_hold_the_cells_after_them() {
    let read = numbers_to_four("47c.g", 9).expect("a body");
    assert_eq!(read, [Number(4), Number(2), Free, Number(2), Free, Free, Open, Free, Free]);
    assert_eq!(numbers_to_four("f", 9), Err(Refusal::Code("f".to_owned())));
    assert_eq!(numbers_to_four("g1", 1), Err(Refusal::Rest("1".to_owned())));
}

proptest! {
    #[test]
    fn any_text_is_imported_or_refused(text in ".*") {
        let _ = import(&text);
    }

    #[test]
    fn any_body_is_imported_or_refused(
        genre in "nurikabe|kurodoko|shikaku|sudoku|lightup|slither",
        sides in "[249]/[249]|[0-9]{1,3}/[0-9]{1,3}",
        codes in "[0-9a-z.+=-]{0,20}|\\PC{0,5}",
    ) {
        if let Err(refusal) = import(&format!("?{genre}/{sides}/{codes}")) {
            prop_assert!(refusal != Refusal::NoSpec, "{genre}/{sides}/{codes}");
        }
    }
}
