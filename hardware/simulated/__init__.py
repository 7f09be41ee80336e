"""The virtual table behind the mocked hardware: what the demo, the tests and the curious use instead of a box.

Nothing is implemented yet; see `docs/architecture.md` for what comes.
"""
