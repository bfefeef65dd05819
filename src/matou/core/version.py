"""The version of Matou; CHANGELOG.md says what came with each."""

VERSION = "0.2.0"
