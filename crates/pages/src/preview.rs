//! How a page looks where a link to it is shown: Open Graph, and where oEmbed asks.

use std::fmt::Write;

use crate::spoken::escape;

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
    /// The page with these properties in its head.
    pub fn in_page(&self, page: &str) -> String {
        let mut tags = String::new();
        for (property, content) in [
            ("og:title", &self.title),
            ("og:description", &self.sentence),
            ("og:url", &self.url),
            ("og:image", &self.picture),
            ("og:image:alt", &self.alt),
        ] {
            let _ = writeln!(tags, "    <meta property=\"{property}\" content=\"{}\">", escape(content));
        }
        let _ = writeln!(tags, "    <meta name=\"twitter:card\" content=\"summary_large_image\">");
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
