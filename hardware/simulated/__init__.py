"""The simulated table: a world of dice, hands and people behind the mocked hardware.

Nothing but pixels (`camera`) and pin events (`pins`) goes out to the product; `truth` is for benchmarks alone.
"""
