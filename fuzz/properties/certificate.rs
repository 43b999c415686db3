//! Certificates and proofs, as input of `puzzle verify --certificate`: any text is read or refused, everything read survives
//! a round trip, and no proof makes the checker panic.

use nauck::certificate::{fingerprint, read};
use nauck::proof::{check, read_formula, read_trace, write_trace};

/// Separator of certificate, formula and proof.
const NEXT_FILE: char = '\u{1f}';
/// Maximum number of variables of a checked formula. The checker allocates tables by variable; the command checks only
/// formulas known to be those of a spec.
const FEW: u32 = 10_000;

/// Checks the property for a certificate, optionally followed by a formula and a proof.
pub fn holds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut files = text.split(NEXT_FILE);
    if let Ok(certificate) = read(files.next().unwrap_or_default()) {
        let again = read(&certificate.text()).expect("what is written can be read");
        assert_eq!(again, certificate);
        assert_eq!(fingerprint(&again.spec), fingerprint(&certificate.spec));
    }
    let (Some(formula), Some(proof)) = (files.next(), files.next()) else { return };
    let Ok(formula) = read_formula(formula) else { return };
    // `read_trace` refuses variables that are not in the formula.
    if let Ok(trace) = read_trace(proof, formula.variables) {
        assert_eq!(read_trace(&write_trace(&trace), formula.variables).as_ref(), Ok(&trace));
        if formula.variables <= FEW {
            let _ = check(&formula, &trace);
        }
    }
}
