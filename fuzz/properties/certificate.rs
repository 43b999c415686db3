//! Certificates and proofs, as `puzzle verify --certificate` is given them: whatever they are, they are read or refused; what
//! is read can be written and read as the same; no proof makes the checker fail.

use nauck::certificate::{fingerprint, read};
use nauck::proof::{check, read_formula, read_trace, write_trace};

/// Between a certificate, a formula and a proof.
const NEXT_FILE: char = '\u{1f}';
/// Formulas with more variables are read and not checked: tables by variable are made for a formula that is known to be
/// that of a spec.
const FEW: u32 = 10_000;

/// The property, for a certificate, and if they are there a formula and a proof.
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
    // A proof speaks of the formula's variables; others are refused when it is read.
    if let Ok(trace) = read_trace(proof, formula.variables) {
        assert_eq!(read_trace(&write_trace(&trace), formula.variables).as_ref(), Ok(&trace));
        if formula.variables <= FEW {
            let _ = check(&formula, &trace);
        }
    }
}
