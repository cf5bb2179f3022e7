"""OpenAPI Generator, which writes clients in many languages from one document, and Go, which compiles them."""

import os
import pathlib
import subprocess

import openapi_generator_cli

JAR = pathlib.Path(openapi_generator_cli.__file__).with_name("openapi-generator.jar")


def openapi_generator(*arguments):
    # Optimization would take longer than it saves.
    java = ["java", "-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-jar", JAR]
    subprocess.run([*java, *arguments], check=True)


def go_environment(folder, ci_dir):
    """For programs in folder/src, with the libraries of Debian, which are no modules."""
    cache = ci_dir.resolve() / "clients/go"
    settings = {"GO111MODULE": "off", "GOPROXY": "off", "GOPATH": f"{folder}:/usr/share/gocode", "GOCACHE": str(cache)}
    return os.environ | settings
