//! The files for clusters and containers: `k8s/` and `compose.yaml`, as they are and as an overlay puts them together.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A YAML document, and the file that it is in.
#[derive(Clone, Debug)]
pub(crate) struct Manifest {
    pub(crate) file: String,
    pub(crate) content: Value,
}

/// What an overlay comes to, as far as the service sees it.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    /// Resources and patches.
    pub(crate) manifests: Vec<Manifest>,
    /// The variables of the server.
    pub(crate) settings: BTreeMap<String, String>,
    /// The file of presets.
    pub(crate) presets: PathBuf,
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The documents of a text.
pub(crate) fn read(file: &str, text: &str) -> Vec<Manifest> {
    let documents: Vec<Value> =
        serde_saphyr::from_multiple(text).unwrap_or_else(|error| panic!("{file} is no YAML: {error}"));
    documents.into_iter().map(|content| Manifest { file: file.to_owned(), content }).collect()
}

/// Every file below this path whose name ends so.
pub(crate) fn files(path: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.to_str().is_some_and(|name| name.ends_with(end)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every document of `k8s/`, and `compose.yaml`.
pub(crate) fn all() -> Vec<Manifest> {
    let mut paths = files(&root().join("k8s"), ".yaml");
    paths.push(root().join("compose.yaml"));
    paths.iter().flat_map(|path| read(&path.display().to_string(), &text(path))).collect()
}

/// The names and values of a file of variables.
pub(crate) fn variables(text: &str) -> impl Iterator<Item = (String, String)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split_once('=').unwrap_or_else(|| panic!("{line} has no value")))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
}

/// The texts of a list.
pub(crate) fn words<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a str> {
    list(value, name).filter_map(Value::as_str)
}

/// This text of everything in a list that has it.
pub(crate) fn words_of<'a>(value: &'a Value, name: &str, field: &str) -> impl Iterator<Item = &'a str> {
    list(value, name).filter_map(move |item| item[field].as_str())
}

/// What is in a list; nothing if there is none.
pub(crate) fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

/// All that a value holds with this name, however deep.
pub(crate) fn named<'a>(value: &'a Value, name: &str) -> Vec<&'a Value> {
    match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(field, value)| (field == name).then_some(value).into_iter().chain(named(value, name)))
            .collect(),
        Value::Array(items) => items.iter().flat_map(|item| named(item, name)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

impl Manifest {
    /// Whether it is of this kind.
    pub(crate) fn is(&self, kind: &str) -> bool {
        self.content["kind"] == kind
    }

    pub(crate) fn name(&self) -> &str {
        self.content["metadata"]["name"].as_str().unwrap_or_default()
    }

    /// The containers of the service in it, or of compose; a patch has their name alone.
    pub(crate) fn containers(&self) -> Vec<&Value> {
        let pods = named(&self.content, "containers").into_iter().filter_map(Value::as_array).flatten();
        let composed = self.content["services"].as_object().into_iter().flat_map(|services| services.values());
        let ours = |container: &&Value| match container["image"].as_str() {
            Some(image) => image.split(':').next().is_some_and(|name| name.rsplit('/').next() == Some("ayla")),
            None => container["name"] == "ayla",
        };
        pods.chain(composed).filter(ours).collect()
    }
}

impl Overlay {
    /// The overlay of this name.
    pub(crate) fn named(name: &str) -> Self {
        let mut overlay = Self::default();
        overlay.take(&root().join("k8s/overlays").join(name));
        overlay
    }

    /// All overlays, with their names.
    pub(crate) fn all() -> Vec<(String, Self)> {
        let folders = fs::read_dir(root().join("k8s/overlays")).expect("a folder");
        let names = folders.map(|folder| folder.expect("an entry").file_name().into_string().expect("UTF-8"));
        names.map(|name| (name.clone(), Self::named(&name))).collect()
    }

    /// Adds what a folder comes to, in the order in which kustomize does.
    fn take(&mut self, folder: &Path) {
        let path = folder.join("kustomization.yaml");
        let kustomization = read(&path.display().to_string(), &text(&path)).remove(0).content;
        for part in words(&kustomization, "resources").chain(words(&kustomization, "components")) {
            if folder.join(part).is_dir() {
                self.take(&folder.join(part));
            } else {
                self.add(&folder.join(part));
            }
        }
        for generator in list(&kustomization, "configMapGenerator") {
            match generator["name"].as_str() {
                Some("ayla-settings") => {
                    for file in words(generator, "envs") {
                        self.settings.extend(variables(&text(&folder.join(file))));
                    }
                    for literal in words(generator, "literals") {
                        self.settings.extend(variables(literal));
                    }
                }
                Some("ayla-presets") => {
                    self.presets = folder.join(words(generator, "files").next().expect("a file"));
                }
                Some(_) | None => {}
            }
        }
        for patch in words_of(&kustomization, "patches", "path") {
            self.add(&folder.join(patch));
        }
    }

    fn add(&mut self, path: &Path) {
        self.manifests.extend(read(&path.display().to_string(), &text(path)));
    }

    /// All that this field is in the manifests of a kind, the patched value last.
    pub(crate) fn field(&self, kind: &str, pointer: &str) -> Vec<&Value> {
        self.manifests
            .iter()
            .filter(|manifest| manifest.is(kind))
            .filter_map(|manifest| manifest.content.pointer(pointer))
            .collect()
    }
}
