//! The commit of a checkout, read from the files of git without the program. The build script uses this; the service
//! compiles it for its tests only.

use std::fs;
use std::path::{Path, PathBuf};

/// The commit of a checkout, and the files that change when another is checked out or made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checkout {
    /// The commit, in hexadecimal digits.
    pub(crate) commit: String,
    /// Files that exist. One of them changes with the commit.
    pub(crate) files: Vec<PathBuf>,
}

/// The commit that is checked out in this folder; none if the folder is not the root of a checkout, or has no commit yet.
pub(crate) fn checkout(root: &Path) -> Option<Checkout> {
    let dot_git = root.join(".git");
    let folder = if dot_git.is_dir() {
        dot_git
    } else {
        // A worktree or a submodule has a file that names the folder.
        root.join(read(&dot_git)?.strip_prefix("gitdir: ")?)
    };
    // The branches of a worktree are those of the repository that it belongs to.
    let common = read(&folder.join("commondir")).map_or_else(|| folder.clone(), |common| folder.join(common));
    let head = folder.join("HEAD");
    let content = read(&head)?;
    let Some(branch) = content.strip_prefix("ref: ") else {
        return Some(Checkout { commit: hexadecimal(&content)?, files: vec![head] });
    };
    let file = common.join(branch);
    if let Some(commit) = read(&file) {
        return Some(Checkout { commit: hexadecimal(&commit)?, files: vec![head, file] });
    }
    // The next commit on the branch gives it a file of its own, and until then only the log of HEAD exists to watch.
    let packed = common.join("packed-refs");
    let content = read(&packed)?;
    let commit = content.lines().find_map(|line| line.split_once(' ').filter(|(_, name)| *name == branch))?.0;
    let files = [head, packed, folder.join("logs/HEAD")].into_iter().filter(|file| file.exists()).collect();
    Some(Checkout { commit: hexadecimal(commit)?, files })
}

fn read(file: &Path) -> Option<String> {
    Some(fs::read_to_string(file).ok()?.trim_end().to_owned())
}

/// The text, if it is a SHA-1 or a SHA-256.
fn hexadecimal(text: &str) -> Option<String> {
    let is_hash = matches!(text.len(), 40 | 64) && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hash.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c";
    const OTHER: &str = "1fa7425e73043362938b98242cf24dba5fb0a30e";

    /// A folder with these files below it.
    fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("ayla-commit-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        for (file, content) in files {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("created");
            fs::write(file, content).expect("written");
        }
        folder
    }

    /// The commit, and the files to watch below the folder.
    fn found(folder: &Path, root: &str) -> Option<(String, Vec<String>)> {
        let found = checkout(&folder.join(root)).map(|Checkout { commit, files }| {
            let below = |file: &PathBuf| file.strip_prefix(folder).expect("below").display().to_string();
            (commit, files.iter().map(below).collect())
        });
        fs::remove_dir_all(folder).expect("removed");
        found
    }

    #[test]
    fn the_commit_of_a_branch_is_in_its_file() {
        let head = (".git/HEAD", "ref: refs/heads/a/b\n");
        let loose = folder("loose", &[head, (".git/refs/heads/a/b", &format!("{ONE}\n"))]);
        let files = vec![".git/HEAD".to_owned(), ".git/refs/heads/a/b".to_owned()];
        assert_eq!(found(&loose, ""), Some((ONE.to_owned(), files)));
    }

    #[test]
    fn the_commit_of_a_packed_branch_is_in_the_list() {
        let packed = format!("# pack-refs with: peeled\n{OTHER} refs/heads/a\n^{ONE}\n{ONE} refs/heads/main\n");
        let packed = folder(
            "packed",
            &[(".git/HEAD", "ref: refs/heads/main\n"), (".git/packed-refs", &packed), (".git/logs/HEAD", "")],
        );
        let files = [".git/HEAD", ".git/packed-refs", ".git/logs/HEAD"].map(str::to_owned).to_vec();
        assert_eq!(found(&packed, ""), Some((ONE.to_owned(), files)));
    }

    #[test]
    fn a_detached_head_is_the_commit_itself() {
        let detached = folder("detached", &[(".git/HEAD", &format!("{ONE}\n"))]);
        assert_eq!(found(&detached, ""), Some((ONE.to_owned(), vec![".git/HEAD".to_owned()])));
    }

    #[test]
    fn a_worktree_shares_the_branches_of_its_repository() {
        let worktree = folder(
            "worktree",
            &[
                ("tree/.git", "gitdir: ../repository/worktrees/tree\n"),
                ("repository/worktrees/tree/HEAD", "ref: refs/heads/main\n"),
                ("repository/worktrees/tree/commondir", "../..\n"),
                ("repository/refs/heads/main", ONE),
            ],
        );
        assert_eq!(found(&worktree, "tree").map(|(commit, _)| commit), Some(ONE.to_owned()));
    }

    #[test]
    fn without_a_checkout_or_a_commit_there_is_none() {
        for (name, files) in [
            ("tarball", &[("Cargo.toml", "")][..]),
            ("new", &[(".git/HEAD", "ref: refs/heads/main\n")]),
            ("odd", &[(".git/HEAD", "ref: refs/heads/main\n"), (".git/refs/heads/main", "no hash")]),
        ] {
            assert_eq!(found(&folder(name, files), ""), None, "{name}");
        }
        let inside_another = folder("inside", &[(".git/HEAD", ONE), ("unpacked/Cargo.toml", "")]);
        assert_eq!(found(&inside_another, "unpacked"), None);
    }
}
