//! The links of the documentation lead somewhere.

use std::path::{Path, PathBuf};

use crate::files::{below, exists, read};

#[test]
fn every_link_leads_somewhere() {
    let single =
        ["README.md", "CHANGELOG.md", "SECURITY.md", "benches/README.md"].map(|path| (path.to_owned(), read(path)));
    let mut links = 0;
    for (page, text) in below("docs", ".md").into_iter().chain(below("crates", ".md")).chain(single) {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let (file, title) = link.split_once('#').map_or((link, None), |(file, title)| (file, Some(title)));
            let file = if file.is_empty() { PathBuf::from(&page) } else { Path::new(&page).with_file_name(file) };
            assert!(exists(&file), "{page}: {link}");
            if let Some(title) = title {
                let text = read(file.to_str().expect("UTF-8"));
                let titles = text.lines().filter_map(|line| line.strip_prefix('#'));
                assert!(titles.map(anchor).any(|found| found == title), "{page}: {link}");
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
