//! Messages on standard input and output. A message that is not JSON, or not one of the protocol, is answered with an error,
//! and the next header is read.

use lsp_server::{Connection, Message};
use serde_json::json;
use std::io::{self, BufRead, Read, Write};
use std::thread::{self, JoinHandle};

/// Maximum size of a message in bytes; texts have at most a million.
const MAX_MESSAGE: usize = 64 << 20;

/// Standard input and output as a connection.
pub(super) struct Wire {
    pub connection: Connection,
    writer: JoinHandle<()>,
}

impl Wire {
    pub fn open() -> Self {
        let (connection, outside) = Connection::memory();
        let (sender, receiver) = (outside.sender, outside.receiver);
        // Ends when standard input does; the process does not wait for it.
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                match read(&mut input) {
                    Ok(Some(message)) => {
                        if sender.send(message).is_err() {
                            break;
                        }
                    }
                    Ok(None) => break,
                    Err(ReadFault::Malformed(why)) => refuse(&why),
                    Err(ReadFault::Closed) => break,
                }
            }
        });
        let writer = thread::spawn(move || {
            for message in receiver {
                if message.write(&mut io::stdout().lock()).is_err() {
                    break;
                }
            }
        });
        Self { connection, writer }
    }

    /// Waits until every message is written.
    pub fn close(self) {
        drop(self.connection);
        // A panic of the writer has been reported by its thread.
        let _ = self.writer.join();
    }
}

enum ReadFault {
    Malformed(String),
    Closed,
}

impl From<io::Error> for ReadFault {
    fn from(_: io::Error) -> Self {
        Self::Closed
    }
}

/// Reads a message; `None` at the end of the input.
fn read(input: &mut impl BufRead) -> Result<Option<Message>, ReadFault> {
    let Some(size) = size_of_next(input)? else { return Ok(None) };
    if size > MAX_MESSAGE {
        io::copy(&mut input.take(size as u64), &mut io::sink())?;
        return Err(ReadFault::Malformed(format!(
            "a message of {size} bytes exceeds the limit of {MAX_MESSAGE}"
        )));
    }
    let mut body = Vec::new();
    input.take(size as u64).read_to_end(&mut body)?;
    serde_json::from_slice(&body).map(Some).map_err(|error| ReadFault::Malformed(error.to_string()))
}

/// Reads a header and returns the size of its message.
fn size_of_next(input: &mut impl BufRead) -> Result<Option<usize>, ReadFault> {
    const LONGEST: u64 = 4096;
    let mut size = None;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("Content-Length") => {
                let number = value.trim().parse();
                size = Some(
                    number.map_err(|_| ReadFault::Malformed(format!("a bad length: {}", value.trim())))?,
                );
            }
            Some((name, _)) if name.eq_ignore_ascii_case("Content-Type") => {}
            None if line.trim_end().is_empty() => match size {
                Some(size) => return Ok(Some(size)),
                None => return Err(ReadFault::Malformed("a header without Content-Length".to_owned())),
            },
            _ => return Err(ReadFault::Malformed("a line that is no header".to_owned())),
        }
    }
}

/// Answers what could not be read, as JSON-RPC wants it: an error without a number.
fn refuse(why: &str) {
    let error = json!({ "code": lsp_server::ErrorCode::ParseError as i32, "message": why });
    let body = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    let mut out = io::stdout().lock();
    // If the output is closed, so is the editor.
    let _ = write!(out, "Content-Length: {}\r\n\r\n{body}", body.len()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_goes_on_after_what_is_malformed() {
        let good = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let framed = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let text = [
            framed("{not json"),
            "garbage\r\n".to_owned(),
            "Content-Length: -3\r\n\r\n".to_owned(),
            framed(good),
        ]
        .concat();
        let mut input = text.as_bytes();
        let (mut refused, mut read_well) = (0, 0);
        loop {
            match read(&mut input) {
                Ok(Some(_)) => read_well += 1,
                Ok(None) => break,
                Err(_) => refused += 1,
            }
        }
        assert_eq!(read_well, 1);
        assert!(refused >= 3, "{refused}");
    }
}
