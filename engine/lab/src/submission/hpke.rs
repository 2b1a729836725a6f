//! Hybrid public key encryption (RFC 9180) with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, and AES-256-GCM: base mode, one
//! message per encapsulated key.

use aes_gcm::aead::{Aead, Payload};
use aes_gcm::{Aes256Gcm, KeyInit};
use hkdf::Hkdf;
use p256::elliptic_curve::ecdh::diffie_hellman;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

const KEM: &[u8] = b"KEM\x00\x10";
const SUITE: &[u8] = b"HPKE\x00\x10\x00\x01\x00\x02";
const VERSION: &[u8] = b"HPKE-v1";
/// Base mode, without a pre-shared key and without a sender's key.
const BASE: u8 = 0;

/// Computes `LabeledExtract` of RFC 9180.
fn extract(suite: &[u8], salt: &[u8], label: &str, ikm: &[u8]) -> ([u8; 32], Hkdf<Sha256>) {
    let (prk, hkdf) = Hkdf::extract(Some(salt), &[VERSION, suite, label.as_bytes(), ikm].concat());
    (prk.into(), hkdf)
}

/// Computes `LabeledExpand` of RFC 9180.
fn expand<const N: usize>(suite: &[u8], secret: &Hkdf<Sha256>, label: &str, info: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    let length = (N as u16).to_be_bytes();
    secret.expand_multi_info(&[&length, VERSION, suite, label.as_bytes(), info], &mut out).expect("short enough");
    out
}

/// Returns the secret that both sides compute. `enc` is the public key that was generated for the message, and
/// `recipient` is the recipient's public key.
fn shared_secret(own: &SecretKey, other: &PublicKey, enc: &[u8], recipient: &[u8]) -> [u8; 32] {
    let dh = diffie_hellman(own.to_nonzero_scalar(), other.as_affine());
    let (_, secret) = extract(KEM, b"", "eae_prk", dh.raw_secret_bytes());
    expand(KEM, &secret, "shared_secret", &[enc, recipient].concat())
}

/// Returns the key and the nonce for the first message.
fn key_schedule(shared_secret: &[u8], info: &[u8]) -> ([u8; 32], [u8; 12]) {
    let (psk_id_hash, _) = extract(SUITE, b"", "psk_id_hash", b"");
    let (info_hash, _) = extract(SUITE, b"", "info_hash", info);
    let context = [&[BASE], &psk_id_hash[..], &info_hash].concat();
    let (_, secret) = extract(SUITE, shared_secret, "secret", b"");
    (expand(SUITE, &secret, "key", &context), expand(SUITE, &secret, "base_nonce", &context))
}

/// Decrypts a message; `None` if the message was changed or is for another key.
pub(super) fn open(
    own: &SecretKey,
    recipient: &[u8],
    (enc, info, aad, ciphertext): (&[u8], &[u8], &[u8], &[u8]),
) -> Option<Vec<u8>> {
    let sender = PublicKey::from_sec1_bytes(enc).ok()?;
    let (key, nonce) = key_schedule(&shared_secret(own, &sender, enc, recipient), info);
    Aes256Gcm::new(&key.into()).decrypt(&nonce.into(), Payload { msg: ciphertext, aad }).ok()
}

/// Encrypts a message with `own`, the private key that is generated for the message.
#[cfg(test)]
pub(super) fn seal(own: &SecretKey, recipient: &[u8], info: &[u8], aad: &[u8], msg: &[u8]) -> (Vec<u8>, Vec<u8>) {
    use p256::elliptic_curve::sec1::ToSec1Point;
    let enc = own.public_key().to_sec1_point(false).as_bytes().to_vec();
    let reader = PublicKey::from_sec1_bytes(recipient).expect("a point");
    let (key, nonce) = key_schedule(&shared_secret(own, &reader, &enc, recipient), info);
    let ciphertext = Aes256Gcm::new(&key.into()).encrypt(&nonce.into(), Payload { msg, aad }).expect("short enough");
    (enc, ciphertext)
}

#[cfg(test)]
mod tests {
    use super::super::base64url::decode;
    use super::*;

    fn hex(digits: &str) -> Vec<u8> {
        let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(16)).collect();
        digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
    }

    #[test]
    fn shared_secret_equals_that_of_rfc_9180() {
        // Appendix A.3.1: DHKEM(P-256, HKDF-SHA256) in base mode.
        let reader = "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2";
        let recipient = "04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f70
            6a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0";
        let enc = "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325
            ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4";
        let secret = "c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8";
        let own = SecretKey::from_slice(&hex(reader)).expect("a key");
        let sender = PublicKey::from_sec1_bytes(&hex(enc)).expect("a point");
        assert_eq!(shared_secret(&own, &sender, &hex(enc), &hex(recipient)).to_vec(), hex(secret));
    }

    #[test]
    fn message_of_another_implementation_is_opened() {
        // Generated with OpenSSL, through the Python package `cryptography` 48.0.0.
        let bytes = |text: &str| decode(text).expect("base64url");
        let own = SecretKey::from_slice(&bytes("2_UHJZL5DAnNh49BIezYMtEhMqDRH_Ta44vbBT45QwE")).expect("a key");
        let recipient =
            bytes("BJfbafh4tZ1GFVFbD6PVz4p5JLT-EOqbVtRTuEnE_3lyPlHNvvM6HTM5-lGsL42wKrOCOZ9IlFGd3bYdnDMV7y4");
        let enc = bytes("BOtjw8HmHlTChKs5sWvgDqgIYzKb8brdPEszu9EYXkZP8ano8goBAb-CzaLPN31MG2IyJDBEcK4fhVZiP9cJb10");
        let ciphertext = bytes("qdNnL6asCEqKqUU8jNl6JCTWi19gd7-dWMasq_RKmtA8nGQ");
        let open = |info: &[u8], aad: &[u8]| open(&own, &recipient, (&enc, info, aad, &ciphertext));
        assert_eq!(open(b"pathlength-envelope/1", b"").as_deref(), Some(&b"Two beans in a pod."[..]));
        assert_eq!((open(b"pathlength-envelope/2", b""), open(b"pathlength-envelope/1", b" ")), (None, None));
    }
}
