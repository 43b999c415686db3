//! `puzzle verify --certificate`: checks a certificate against its embedded spec, by the rules and with a proof checker.
//! Text from the certificate is untrusted and is escaped when shown.

use super::export;
use crate::certificate::{self, Certificate, CertificateFault, Contents, HashedFile, Verification};
use crate::cli::diagnose::{self, DiagnosticFormat};
use crate::cli::embedded::EmbeddedTexts;
use crate::cli::exit::{Exit, Failure};
use crate::cli::load::{self, LoadedSpec};
use crate::cli::options::{ReadArgs, counting};
use crate::cli::shell::argument;
use crate::cli::streams::Streams;
use crate::cli::{files, sweep};
use crate::diag::{Diagnostic, Label, Severity, escape};
use crate::ground::ground;
use crate::text::{LoadError, Source, Sources, Span};
use std::path::Path;

/// Limit on the size of a certificate and of each proof file.
const MOST_BYTES: usize = 1 << 30;

/// Verifies the certificate at `path`; `spec` must be the one that it contains, if given.
pub(super) fn verify_certificate(
    path: &Path,
    spec: Option<(&Path, &ReadArgs)>,
    quiet: bool,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let text = files::read_text(path, MOST_BYTES)?;
    let document = CertificateText { name: path.to_string_lossy().into_owned(), text };
    let certificate = match certificate::read(&document.text) {
        Ok(certificate) => certificate,
        Err(why) => return document.malformed(&why, streams),
    };
    let Some((first, texts)) = EmbeddedTexts::of(&certificate.spec) else {
        return document.malformed("it contains no spec", streams);
    };
    let by = certificate.question.by.as_deref().map(counting);
    let loaded = load::read_source(first, Box::new(texts), by.as_deref(), DiagnosticFormat::Text);
    let known = loaded.document.spec.parameter_names();
    let named = |(name, value): &(String, i64)| {
        known.iter().find(|k| ***k == **name).map(|k| (std::sync::Arc::clone(k), *value))
    };
    let setting = certificate.spec.params.iter().filter_map(named).collect();
    let model = loaded.model(&setting, streams)?;
    if let Some(fault) = spec.map(|spec| another_spec(&certificate, spec)).transpose()?.flatten() {
        return document.differs(&fault, streams);
    }
    let grounded = ground(&model, certificate.question.up_to())?;
    let names = export::names(&loaded, &model, &grounded);
    let proof = certificate.evidence.proof.as_ref();
    let formula = proof.map(|p| beside(path, &p.formula)).transpose()?.flatten();
    let steps = proof.map(|p| beside(path, &p.proof)).transpose()?.flatten();
    let contents = Contents { formula: formula.as_deref(), proof: steps.as_deref() };
    match certificate::verify(&certificate, &model, &names, contents) {
        Err(fault) => document.differs(&fault, streams),
        Ok(verified) => {
            tell(&certificate, &loaded, &verified, path, quiet, streams)?;
            Ok(if verified.unproved.is_empty() { Exit::Done } else { Exit::Limit })
        }
    }
}

/// Fault if the spec differs from the certificate's.
fn another_spec(
    certificate: &Certificate,
    (file, read): (&Path, &ReadArgs),
) -> Result<Option<CertificateFault>, Failure> {
    let given = load::read(file, read.allow_outside, None, DiagnosticFormat::Text)?;
    let same = |(a, b): (&Source, &certificate::SpecFile)| *a.text == *b.text;
    let alike = given.written().count() == certificate.spec.texts.len()
        && given.written().zip(&certificate.spec.texts).all(same);
    let message = format!("`{}` is not the spec of the certificate", file.display());
    Ok((!alike).then_some(CertificateFault { key: "spec.texts", message, of_proof: false }))
}

/// Reads a file beside the certificate; `None` if it does not exist. Refuses a name with a folder.
fn beside(certificate: &Path, file: &HashedFile) -> Result<Option<String>, Failure> {
    if Path::new(&file.file).file_name().is_none_or(|name| name != file.file.as_str()) {
        return Err(Failure::usage(format!(
            "`{}` is not the name of a file beside the certificate",
            file.file
        )));
    }
    let path = certificate.with_file_name(&file.file);
    match files::try_text(&path, MOST_BYTES) {
        Ok(text) => Ok(Some(text)),
        Err(LoadError::Missing) => Ok(None),
        Err(error) => Err(files::unread(&path.to_string_lossy(), &error)),
    }
}

fn tell(
    certificate: &Certificate,
    loaded: &LoadedSpec,
    verified: &Verification,
    path: &Path,
    quiet: bool,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if quiet {
        return Ok(());
    }
    let params = sweep::words(&certificate.spec.params);
    let params = if params.is_empty() { String::new() } else { format!(" ({params})") };
    let (program, engine) = (&certificate.program, &certificate.engine);
    let mut lines = vec![format!("{}{params}, by {program} with {engine}", loaded.name)];
    lines.extend(verified.checked.iter().map(|what| format!("checked: {what}")));
    lines.extend(verified.trusted.iter().map(|what| format!("trusted: {what}")));
    lines.extend(verified.unproved.iter().map(|what| format!("not proved: {what}")));
    if let Some(proof) = &certificate.evidence.proof {
        let file = |p: &HashedFile| argument(&path.with_file_name(&p.file));
        lines.push(format!("elsewhere: rate {} {}", file(&proof.formula), file(&proof.proof)));
    }
    let word = if verified.unproved.is_empty() { "verified" } else { "not fully proved" };
    lines.push(format!("{word}: {}", answer(certificate)));
    for line in lines {
        writeln!(streams.out, "{}", escape(&line))?;
    }
    Ok(())
}

/// The answer on one line.
fn answer(certificate: &Certificate) -> String {
    let answer = &certificate.answer;
    let mut parts = vec![match (answer.satisfiable, answer.solutions.as_str()) {
        (false, _) => "no solution exists".to_owned(),
        (true, "1") => "1 solution".to_owned(),
        (true, n) => format!("{n} solutions"),
    }];
    if let Some(optimum) = &answer.optimum {
        parts.push(format!("optimum {}", optimum.join(", ")));
    }
    parts.push(if answer.complete { "complete" } else { "there may be more" }.to_owned());
    parts.join(", ")
}

/// The certificate's text, to locate errors in it.
struct CertificateText {
    name: String,
    text: String,
}

impl CertificateText {
    fn malformed(&self, why: &str, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let message = format!("`{}` is not a certificate: {why}", self.name);
        let help = "`puzzle run SPEC --certify FILE` writes one".to_owned();
        self.tell("certificate::malformed", message, None, Some(help), streams)?;
        Ok(Exit::Usage)
    }

    fn differs(&self, fault: &CertificateFault, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let code = if fault.of_proof { "certificate::unproved" } else { "certificate::differs" };
        let message = format!("the certificate does not hold: {}", fault.message);
        self.tell(code, message, self.place(fault.key), None, streams)?;
        Ok(Exit::Failed)
    }

    fn tell(
        &self,
        code: &'static str,
        message: String,
        place: Option<(usize, usize)>,
        help: Option<String>,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let mut sources = Sources::new();
        let source = sources.add(Source { name: self.name.as_str().into(), text: self.text.as_str().into() });
        let label = |(start, end): (usize, usize)| Label {
            span: Span { source, start: start as u32, end: end as u32 },
            text: "this".to_owned(),
        };
        let labels = place.map(label).into_iter().collect();
        let diagnostic = Diagnostic { code, severity: Severity::Error, message, labels, help };
        diagnose::tell(&[diagnostic], &sources, DiagnosticFormat::Text, streams)
    }

    /// Position of a dotted key in the text: each part after the one before.
    fn place(&self, key: &str) -> Option<(usize, usize)> {
        let mut at = (0, 0);
        for part in key.split('.') {
            let quoted = format!("\"{part}\":");
            let start = at.1 + self.text.get(at.1..)?.find(&quoted)?;
            at = (start, start + quoted.len() - 1);
        }
        Some(at)
    }
}
