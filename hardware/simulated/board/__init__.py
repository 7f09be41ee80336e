"""A board with pyramids on the simulated table: how it looks, what stands on it, the people who move it, the truth.

It draws with the same optics, light, shadows and hands as the dice's table; of any game's rules it knows nothing.
"""
