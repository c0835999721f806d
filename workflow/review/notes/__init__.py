"""The review, told to teachers: release notes."""
