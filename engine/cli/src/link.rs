//! Links that open a lab's page with settings: the format of `web/src/state/code.ts`.

use super::Failure;
use clap::Args;
use pathlength_codecs::{Coder, DEFLATE, crc32};
use pathlength_lab::submission::{base64url, canonical};
use serde_json::{Value, json};

/// Version of the format.
const VERSION: &str = "1";

/// The site to which a link leads.
#[derive(Debug, Args)]
pub(crate) struct SiteOption {
    /// Site for the link to a lab with these numbers; by default, the site that `npm start` serves
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:4173/")]
    site: String,
}

impl SiteOption {
    /// Returns the address of a lab's page with a setting, at a part of the page. `step` is the step whose scene
    /// sets the setting to a different value; the link overrides that value.
    ///
    /// # Errors
    /// Returns [`Failure::Input`] if `--site` is not the address of a site.
    pub(crate) fn link(
        &self,
        lab: &str,
        (setting, value): (&str, f64),
        (part, step): (&str, Option<&str>),
    ) -> Result<String, Failure> {
        let is_address = ["https://", "http://", "file://"].iter().any(|scheme| self.site.starts_with(scheme));
        if !is_address || self.site.contains(|symbol: char| symbol.is_whitespace() || "#?\"<>".contains(symbol)) {
            return Err(Failure::Input(format!(
                "--site {} is not the address of a site: give an address such as https://example.org/pathlength/",
                self.site
            )));
        }
        let mut state = json!({ "settings": { setting: value } });
        if let Some(step) = step {
            state["mine"] = json!({ setting: step });
        }
        let state = encode(&state)?;
        Ok(format!("{}/labs/{lab}.html#at={part}&s={state}", self.site.trim_end_matches('/')))
    }
}

/// Returns a value as the page encodes it.
fn encode(value: &Value) -> Result<String, Failure> {
    let mut packed = Vec::new();
    let mut coder =
        Coder::new(&DEFLATE, &DEFLATE.default_options()).map_err(|error| Failure::Input(error.to_string()))?;
    coder.encode(canonical(value).as_bytes(), &mut packed);
    let text = format!("{VERSION}.{}", base64url::encode(&packed));
    let sum = crc32(text.as_bytes());
    Ok(format!("{text}.{sum:08x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_decodes_to_its_setting_and_step() {
        // `web/src/state/code.test.ts` decodes a code of this command.
        let site = SiteOption { site: "https://example.org/p/".to_owned() };
        let link = site.link("zfs-directories", ("names", 5000.0), ("size", Some("larger"))).expect("a link");
        let code =
            link.strip_prefix("https://example.org/p/labs/zfs-directories.html#at=size&s=1.").expect("an address");
        let (packed, _) = code.split_once('.').expect("a checksum");
        let mut json = Vec::new();
        let mut coder = Coder::new(&DEFLATE, &DEFLATE.default_options()).expect("a coder");
        coder.decode(&base64url::decode(packed).expect("base64"), 1000, &mut json).expect("a stream");
        assert_eq!(json, br#"{"mine":{"names":"larger"},"settings":{"names":5000}}"#);
    }
}
