//! How a page looks where a link to it is shown: Open Graph, and where oEmbed asks.

use std::fmt::Write;

use ayla_rules::Variant;

use crate::games;
use crate::spoken::escape;

/// How pages look where a link to them is shown, as far as the server knows its public address.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a> {
    /// The public address of the server.
    pub address: Option<&'a str>,
    /// Whether everyone may see its pictures.
    pub has_pictures: bool,
}

impl Site<'_> {
    /// The tags of the page at a path, with the first board of a game. The texts may be keys in double braces.
    pub(crate) fn tags(self, path: &str, variant: Variant, title: &str, description: &str) -> String {
        let Some(address) = self.address else { return String::new() };
        let position = games::first_position(variant).filter(|_| self.has_pictures);
        let picture = position.map(|position| {
            let position = position.to_string().replace(' ', "_");
            format!("{address}/v1/variants/{variant}/board.png?position={position}&amp;locale={{{{lang}}}}")
        });
        let alt = picture.is_some().then(|| variant.title());
        tags([Some(title), Some(description), Some(&format!("{address}{path}")), picture.as_deref(), alt])
    }
}

/// The tags of a page with this title, description, address, picture, and text of the picture.
fn tags(contents: [Option<&str>; 5]) -> String {
    let names = ["title", "description", "url", "image", "image:alt"];
    let tag = |(name, content)| Some(format!("    <meta property=\"og:{name}\" content=\"{}\">\n", content?));
    let tags: String = names.into_iter().zip(contents).filter_map(tag).collect();
    tags + "    <meta name=\"twitter:card\" content=\"summary_large_image\">\n"
}

/// How a page with a position looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The address of the page.
    pub url: String,
    /// The address at which sites ask what to show in place of the link; none for a page that they cannot frame.
    pub oembed: Option<String>,
    /// The name of the game, or of the puzzle.
    pub title: String,
    /// A sentence about the position: whose turn it is, how the game has ended, or what is to be done.
    pub sentence: String,
    /// The address of a picture of the board.
    pub picture: String,
    /// What the picture shows.
    pub alt: String,
}

impl Preview {
    /// The page with these properties in its head, in place of those that it has.
    pub fn in_page(&self, page: &str) -> String {
        let is_own = |line: &&str| !line.contains("<meta property=\"og:") && !line.contains("<meta name=\"twitter:");
        let page: String = page.split_inclusive('\n').filter(is_own).collect();
        let contents =
            [&self.title, &self.sentence, &self.url, &self.picture, &self.alt].map(|content| escape(content));
        let mut tags = tags(contents.each_ref().map(|content| Some(content.as_str())));
        if let Some(oembed) = &self.oembed {
            let _ = writeln!(
                tags,
                "    <link rel=\"alternate\" type=\"application/json+oembed\" href=\"{}\" title=\"{}\">",
                escape(oembed),
                escape(&self.title)
            );
        }
        page.replacen("  </head>", &format!("{tags}  </head>"), 1)
    }

    /// A frame of this size with the page.
    pub fn frame(&self, (width, height): (u32, u32)) -> String {
        format!(
            "<iframe src=\"{}\" width=\"{width}\" height=\"{height}\" title=\"{}\" loading=\"lazy\"></iframe>",
            escape(&self.url),
            escape(&self.title)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_preview_stay_texts() {
        let preview = Preview {
            url: "https://games.example/play?g=EAAA".into(),
            oembed: Some("https://games.example/oembed?a=1&b=2".into()),
            title: "A \"game\"".into(),
            sentence: "1 < 2".into(),
            picture: "https://games.example/board.png?a=1&b=2".into(),
            alt: String::new(),
        };
        let page = preview.in_page("<html><head>\n  </head><body></body></html>");
        for part in
            ["content=\"A &quot;game&quot;\"", "content=\"1 &lt; 2\"", "board.png?a=1&amp;b=2", "/oembed?a=1&amp;b=2"]
        {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(page.ends_with("  </head><body></body></html>"));
        assert!(preview.frame((1, 2)).starts_with("<iframe src=\"https://games.example/play?g=EAAA\" width=\"1\""));
    }
}
