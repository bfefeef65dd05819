"""The version of Matou."""

VERSION = "0.2.0"
