//! Teachers' private keys, and the decryption of submissions with these keys.

use super::envelope::is_key_file;
use super::{ENVELOPE_FORMAT, Envelope, Gradebook, KEY_FORMAT, base64url, hpke, json_of, key_id};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToSec1Point;
use serde::Deserialize;

/// A teacher's private key, which decrypts the submissions that were encrypted for it.
#[derive(Debug)]
pub struct PrivateKey {
    secret: SecretKey,
    point: Vec<u8>,
}

/// A key file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    jwk: Jwk,
}

/// A JSON Web Key (RFC 7517); other members, such as those that browsers add, are ignored.
#[derive(Deserialize)]
struct Jwk {
    kty: String,
    crv: String,
    x: String,
    y: String,
    d: String,
}

impl PrivateKey {
    /// Reads a key file.
    ///
    /// # Errors
    /// Returns a message if the file is not a key file, or is damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let value = json_of(bytes).unwrap_or_default();
        if !is_key_file(&value) {
            return Err(format!("not a key file: `format` must be `{KEY_FORMAT}`"));
        }
        let damaged = |what: &str| format!("damaged key file ({what}): give another copy");
        let File { format, jwk } = File::deserialize(&value).map_err(|error| damaged(&error.to_string()))?;
        if format != KEY_FORMAT {
            return Err("unknown version of the key format: give a version 1 file".to_owned());
        }
        if (jwk.kty.as_str(), jwk.crv.as_str()) != ("EC", "P-256") {
            return Err(damaged("the key must be an EC key on the curve P-256"));
        }
        let bytes = |name: &str, text: &str| {
            let bytes = base64url::decode(text).filter(|bytes| bytes.len() == 32);
            bytes.ok_or_else(|| damaged(&format!("`{name}` must be 32 bytes in base64url")))
        };
        let secret = SecretKey::from_slice(&bytes("d", &jwk.d)?)
            .map_err(|_| damaged("`d` is not a private key of this curve"))?;
        let point = secret.public_key().to_sec1_point(false).as_bytes().to_vec();
        if point[1..] != [bytes("x", &jwk.x)?, bytes("y", &jwk.y)?].concat() {
            return Err(damaged("`x` and `y` do not belong to `d`"));
        }
        Ok(Self { secret, point })
    }

    /// Returns the short name of the key.
    pub fn id(&self) -> String {
        key_id(&self.point)
    }

    /// Decrypts a submission; `None` if the envelope was changed or is for another key.
    pub fn open(&self, envelope: &Envelope) -> Option<Vec<u8>> {
        let header = envelope.header();
        let message = (envelope.enc.as_slice(), ENVELOPE_FORMAT.as_bytes(), header.as_bytes(), &*envelope.ciphertext);
        (envelope.key == self.point).then(|| hpke::open(&self.secret, &self.point, message))?
    }
}

impl Gradebook {
    /// Decrypts the encrypted files for which there is a key.
    pub fn open_with(&mut self, keys: &[PrivateKey]) {
        let ids: Vec<_> = keys.iter().map(PrivateKey::id).collect();
        for at in self.closed() {
            let Some(envelope) = &self.files[at].envelope else { continue };
            match keys.iter().find(|key| key.point == envelope.key) {
                Some(key) => {
                    let content = key.open(envelope);
                    self.open(at, content.as_deref());
                }
                None => self.keep_closed(at, &ids),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::path::PathBuf;

    fn fixture(name: &str) -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/submissions")).join(name)
    }

    fn read(name: &str) -> Vec<u8> {
        std::fs::read(fixture(name)).expect("a file")
    }

    fn key() -> PrivateKey {
        PrivateKey::read(&read("encrypted/key.json")).expect("a key")
    }

    /// Encrypts a submission as a page does, but always with the same generated key.
    fn encrypted(lab: &str, assignment: &str, content: &[u8]) -> String {
        let mut envelope = Envelope {
            assignment: assignment.to_owned(),
            lab: lab.to_owned(),
            key: key().point,
            enc: Vec::new(),
            ciphertext: Vec::new(),
        };
        let own = SecretKey::from_slice(&[7; 32]).expect("a key");
        let header = envelope.header();
        (envelope.enc, envelope.ciphertext) =
            hpke::seal(&own, &envelope.key, ENVELOPE_FORMAT.as_bytes(), header.as_bytes(), content);
        let mut file: Value = serde_json::from_str(&header).expect("JSON");
        file["enc"] = base64url::encode(&envelope.enc).into();
        file["ciphertext"] = base64url::encode(&envelope.ciphertext).into();
        super::super::canonical(&file)
    }

    fn opened(bytes: &[u8]) -> Option<Vec<u8>> {
        key().open(&Envelope::read(&json_of(bytes).ok()?).ok()?)
    }

    #[test]
    fn envelope_of_the_engine_equals_the_one_that_pages_open() {
        let text = encrypted("small", "9G79A145", &read("encrypted/plain.json"));
        let path = fixture("encrypted/of-engine.envelope.json");
        if std::env::var_os("PATHLENGTH_WRITE_SUBMISSIONS").is_some() {
            std::fs::write(&path, &text).expect("a file");
        }
        assert!(
            std::fs::read_to_string(&path).is_ok_and(|found| found == text),
            "{} is out of date: run the test with PATHLENGTH_WRITE_SUBMISSIONS=1",
            path.display()
        );
        assert_eq!(opened(text.as_bytes()), Some(read("encrypted/plain.json")));
    }

    #[test]
    fn envelope_of_a_page_has_its_submission() {
        assert_eq!(opened(&read("encrypted/of-page.envelope.json")), Some(read("encrypted/plain.json")));
    }

    #[test]
    fn envelope_with_any_flipped_bit_is_refused() {
        let text = encrypted("s", "89W74TBR", b"{}").into_bytes();
        assert_eq!(opened(&text).as_deref(), Some(&b"{}"[..]));
        for at in 0..text.len() {
            for bit in 0..8 {
                let mut changed = text.clone();
                changed[at] ^= 1 << bit;
                assert_eq!(opened(&changed), None, "{}", String::from_utf8_lossy(&changed));
            }
            assert_eq!(opened(&text[..at]), None);
        }
    }

    #[test]
    fn point_outside_the_curve_opens_nothing() {
        let mut envelope = Envelope::read(&json_of(encrypted("s", "A", b"{}").as_bytes()).expect("JSON")).expect("one");
        envelope.enc = [&[4], &[1; 64][..]].concat();
        assert_eq!(key().open(&envelope), None);
        envelope.enc = vec![0];
        assert_eq!(key().open(&envelope), None);
    }

    #[test]
    fn damaged_key_file_is_refused_with_reason() {
        let file: Value = serde_json::from_slice(&read("encrypted/key.json")).expect("JSON");
        let refused = |change: &dyn Fn(&mut Value), why: &str| {
            let mut file = file.clone();
            change(&mut file);
            let error = PrivateKey::read(file.to_string().as_bytes()).expect_err("no key");
            assert!(error.contains(why), "{error}");
        };
        refused(&|file| file["format"] = json!("pathlength-submission/1"), "not a key file");
        refused(&|file| file["format"] = json!("pathlength-key/2"), "unknown version");
        refused(&|file| file["more"] = json!(1), "unknown field `more`");
        refused(&|file| file["jwk"]["crv"] = json!("P-384"), "the curve P-256");
        refused(&|file| file["jwk"]["d"] = Value::Null, "invalid type");
        refused(&|file| file["jwk"]["d"] = json!("AAAA"), "`d` must be 32 bytes");
        refused(&|file| file["jwk"]["d"] = json!(base64url::encode(&[0; 32])), "not a private key of this curve");
        refused(&|file| file["jwk"]["d"] = json!(base64url::encode(&[255; 32])), "not a private key of this curve");
        refused(&|file| file["jwk"]["x"] = file["jwk"]["y"].clone(), "do not belong to `d`");
        let text = file.to_string();
        for error in
            [PrivateKey::read(b"").expect_err("no key"), PrivateKey::read(&text.as_bytes()[..99]).expect_err("no key")]
        {
            assert!(error.contains("not a key file"), "{error}");
        }
        let printed = format!("{:?}", key().secret);
        assert!(printed.ends_with("{ .. }"), "{printed}");
    }
}
