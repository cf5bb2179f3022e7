//! The icons of the installed page to play, and the manifest that names them.

use axum::body::Bytes;

use crate::content::{Content, content_type};

/// Draws an SVG document as PNG, as wide and as high as this in pixels.
pub type DrawIcon = fn(&str, u32) -> Vec<u8>;

/// The icon of the pages, which is round.
const ICON: &str = include_str!("../files/icon.svg");

/// The icons as PNG: the name and the size of each, and whether it fills its square, of which systems cut off the
/// corners.
const ICONS: [(&str, u32, bool); 3] =
    [("icon-192.png", 192, false), ("icon-512.png", 512, false), ("icon-maskable.png", 512, true)];

/// The icons as files.
pub(crate) fn files(draw: Option<DrawIcon>) -> impl Iterator<Item = (String, Content)> {
    let drawn = draw.into_iter().flat_map(|draw| ICONS.map(|icon| (draw, icon)));
    drawn.map(|(draw, (name, size, is_whole))| {
        let make = move || Bytes::from(if is_whole { draw(&maskable(), size) } else { draw(ICON, size) });
        (name.to_owned(), Content::new(content_type(name), make))
    })
}

/// The icon within a circle of four fifths of a square that it fills.
fn maskable() -> String {
    ICON.replace(
        "viewBox=\"0 0 32 32\">",
        "viewBox=\"-5 -5 42 42\"><rect x=\"-5\" y=\"-5\" width=\"42\" height=\"42\" fill=\"#faf6ee\"/>",
    )
}

/// The manifest, with the keys of its texts, and with icons that the server has.
pub(crate) fn manifest(draw: Option<DrawIcon>) -> String {
    let template = include_str!("../files/manifest.webmanifest");
    template.split_inclusive('\n').filter(|line| draw.is_some() || !line.contains(".png")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_names_the_icons_that_there_are() {
        assert_ne!(maskable(), ICON);
        let manifest = manifest(Some(|_, _| Vec::new()));
        for (name, size, is_whole) in ICONS {
            let line = manifest.lines().find(|line| line.contains(&format!("pages/{name}"))).expect(name);
            assert!(
                line.contains(&format!("\"{size}x{size}\"")) && line.contains("maskable\" }") == is_whole,
                "{line}"
            );
        }
        assert!(!super::manifest(None).contains(".png"));
        assert_eq!(files(None).count(), 0);
    }
}
