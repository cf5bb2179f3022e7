"""The clients that generators write from the OpenAPI document and from proto/ compile, in the languages that no other check calls.

The step client-generators leaves the generators of npm in CI_DIR/clients/generators. Libraries in Java and Go are those of Debian.
"""

import json
import os
import pathlib
import shutil
import subprocess

import pytest
from contract import ROOT
from generators import JAR, go_environment, openapi_generator

DOCUMENT = ROOT / "openapi/mancala.v1.json"
PROTO = sorted(str(file.relative_to(ROOT / "proto")) for file in (ROOT / "proto").glob("mancala/v1/*.proto"))
# What openapi-generator is told, by the folder of the client. Kotlin's client of HTTP is not to be had here, but its types are.
CLIENTS = {
    "java": {"library": "native", "openApiNullable": False, "useJakartaEe": True, "useOneOfDiscriminatorLookup": True},
    "kotlin": {"serializationLibrary": "gson"},
    "rust": {},
    "typescript-fetch": {},
}
STRICT = ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"]


def run(*command, **options):
    subprocess.run(command, check=True, **options)


def jars(*names):
    return ":".join(str(pathlib.Path("/usr/share/java", f"{name}.jar")) for name in names)


def compile_java(folder, classes):
    run("javac", "-nowarn", "-proc:none", "-d", folder / "classes", "-cp", classes, *folder.rglob("*.java"))


@pytest.fixture(scope="module")
def npm(ci_dir):
    return (ci_dir / "clients/generators").resolve()


@pytest.fixture(scope="module")
def clients(folder):
    """The clients of openapi-generator, all written by one process."""
    configurations = []
    for name, properties in CLIENTS.items():
        left_out = ["apiTests", "modelTests", "apiDocs", "modelDocs"]
        parts = {"models": ""} if name == "kotlin" else {"apis": "", "models": "", "supportingFiles": ""}
        configuration = {
            "generatorName": name,
            "inputSpec": str(DOCUMENT),
            "outputDir": str(folder / name),
            "additionalProperties": properties,
            "globalProperties": parts | dict.fromkeys(left_out, "false"),
        }
        configurations.append(folder / f"{name}.json")
        configurations[-1].write_text(json.dumps(configuration))
    openapi_generator("batch", "--fail-fast", *configurations)
    return folder


def test_java(clients):
    """The generator has the JSON library of the client in it."""
    compile_java(clients / "java", f"{JAR}:{jars('jakarta-annotation-api')}")


def test_kotlin(clients, npm):
    library = npm / "node_modules/kotlin-compiler/lib"
    stdlib = library / "kotlin-stdlib.jar"
    compiler = ["java", "-cp", f"{library}/*", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect", "-nowarn"]
    run(*compiler, "-cp", f"{stdlib}:{jars('gson')}", "-d", clients / "kotlin/classes", clients / "kotlin/src/main")


def test_rust(clients, ci_dir):
    """Without TLS, which needs a library of the system, and as a workspace of its own: it is written below that of the repository."""
    with (clients / "rust/Cargo.toml").open("a") as manifest:
        manifest.write("\n[workspace]\n")
    built = {"CARGO_TARGET_DIR": str((ci_dir / "clients/rust").resolve())}
    run("cargo", "check", "--quiet", "--no-default-features", cwd=clients / "rust", env=os.environ | built)


@pytest.mark.parametrize("generator", ["typescript-fetch", "openapi-ts", "orval"])
def test_typescript(generator, clients, npm):
    target = clients / generator
    match generator:
        case "openapi-ts":
            run(npm / "node_modules/.bin/openapi-ts", "--input", DOCUMENT, "--output", target, "--no-log-file", cwd=npm)
        case "orval":
            run(npm / "node_modules/.bin/orval", "--input", DOCUMENT, "--output", target / "index.ts", "--client", "fetch", cwd=npm)
    run(npm / "node_modules/.bin/tsc", *STRICT, "--lib", "es2022,dom,dom.iterable", target / "index.ts")


@pytest.mark.parametrize("language", ["java", "go"])
def test_protobuf(language, folder, ci_dir):
    target = folder / f"protobuf-{language}/src"
    target.mkdir(parents=True)
    plugin = f"--plugin=protoc-gen-grpc-java={shutil.which('grpc_java_plugin')}"
    match language:
        case "java":
            http = ["google/api/annotations.proto", "google/api/http.proto"]
            options = [plugin, f"--java_out={target}", f"--grpc-java_out={target}", *http]
        case "go":
            options = [f"--go_out={target}", f"--go-grpc_out={target}"]
    run("protoc", f"--proto_path={ROOT / 'proto'}", *options, *PROTO)
    match language:
        case "java":
            libraries = ["protobuf", "grpc-api", "grpc-stub", "grpc-protobuf", "guava", "geronimo-annotation-1.3-spec"]
            compile_java(target, jars(*libraries))
        case "go":
            run("go", "build", "mancala/v1", env=go_environment(target.parent, ci_dir))
