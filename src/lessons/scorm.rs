//! A package in SCORM 1.2: a zip of the page with a lesson inside and of the manifest by which a learning platform finds it. The same input gives the same bytes.

use bookahead_formats::markup::escaped;
use bookahead_formats::one_file::filled;
use crc32fast::hash;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use std::io::Write;

/// The file that is opened.
const PAGE: &str = "index.html";
const MANIFEST: &str = "imsmanifest.xml";
/// 1 January 1980, the earliest time of a zip, in seconds since 1970. It does not say when it was made: a package of the same lesson is the same package.
const MADE: i64 = 315_532_800;
/// Who may read and write a file that is unpacked.
const PERMISSIONS: u32 = 0o644;

/// The package of the page in one file and a lesson's title and link. `None` if the page has no room for a lesson.
pub fn package(page: &str, title: &str, link: &str) -> Option<Vec<u8>> {
    let page = filled(page, link, true)?;
    // Writing to memory cannot fail.
    zipped(&[(MANIFEST, &manifest(title, link)), (PAGE, &page)]).ok()
}

fn zipped(files: &[(&str, &str)]) -> Result<Vec<u8>, rawzip::Error> {
    let mut zip = ZipArchiveWriter::new(Vec::new());
    for (name, text) in files {
        let file = zip.new_file(*name).compression_method(CompressionMethod::DEFLATE);
        let file = file.last_modified(UtcDateTime::from_unix(MADE)).unix_permissions(PERMISSIONS);
        let (mut entry, config) = file.start()?;
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        writer.write_all(text.as_bytes())?;
        let (encoder, descriptor) = writer.finish()?;
        encoder.finish()?;
        entry.finish(descriptor)?;
    }
    zip.finish()
}

/// Platforms tell packages apart by the identifier: a number of the lesson's text.
fn manifest(title: &str, link: &str) -> String {
    let (title, id) = (escaped(title), format!("bookahead-{:08x}", hash(link.as_bytes())));
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
