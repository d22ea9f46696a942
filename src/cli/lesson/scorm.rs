//! A package in SCORM 1.2: a zip of the page and of the manifest by which a learning platform finds it. The same input gives the same bytes.

use bookahead::chart::kit::drawing::Escaped;
use std::io::{Cursor, Write};
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The file that is opened.
const PAGE: &str = "index.html";
const MANIFEST: &str = "imsmanifest.xml";

/// The package of a page that reports its answers; `link` names the lesson.
///
/// # Errors
/// The zip does not take what it is given.
pub fn package(title: &str, link: &str, page: &str) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // Not when it was made: a package of the same lesson is the same package.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (name, text) in [(MANIFEST, manifest(title, link).as_str()), (PAGE, page)] {
        zip.start_file(name, options)?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Platforms tell packages apart by the identifier.
fn manifest(title: &str, link: &str) -> String {
    let (title, id) = (Escaped(title), format!("bookahead-{:08x}", identifier(link)));
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="{id}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="lesson">
    <organization identifier="lesson">
      <title>{title}</title>
      <item identifier="item" identifierref="page">
        <title>{title}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="{PAGE}">
      <file href="{PAGE}"/>
    </resource>
  </resources>
</manifest>
"#
    )
}

/// A number of the lesson's text (CRC-32 of its link).
fn identifier(link: &str) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(link.as_bytes());
    crc.sum()
}
