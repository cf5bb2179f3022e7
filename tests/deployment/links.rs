//! The links of the documentation lead somewhere.

use std::path::Path;

use super::files::{below, exists, read};

#[test]
fn every_link_leads_somewhere() {
    let single = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "benches/README.md"]
        .map(|path| (path.to_owned(), read(path)));
    // Where the server is to show it.
    let reference = ("docs/reference.md".to_owned(), ayla::http::reference_page());
    let pages = below("docs", ".md").into_iter().chain(below("crates", ".md")).chain(single).chain([reference]);
    let mut links = 0;
    for (page, text) in pages {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let (file, title) = link.split_once('#').map_or((link, None), |(file, title)| (file, Some(title)));
            let other = (!file.is_empty()).then(|| Path::new(&page).with_file_name(file));
            assert!(other.as_deref().is_none_or(exists), "{page}: {link}");
            if let Some(title) = title {
                let text = other.map_or_else(|| text.clone(), |file| read(file.to_str().expect("UTF-8")));
                let titles = text.lines().filter_map(|line| line.strip_prefix('#'));
                // The rows of the evidence have names of their own.
                let is_row = text.contains(&format!("<a id=\"{title}\"></a>"));
                assert!(is_row || titles.map(anchor).any(|found| found == title), "{page}: {link}");
            }
            links += 1;
        }
    }
    assert!(links > 60, "only {links} links were found");
}

/// The name of a title in links.
fn anchor(title: &str) -> String {
    let title = title.trim_start_matches('#').trim().to_lowercase();
    let kept = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}
