"""The device: camera, buttons, display, lamps, buzzer and bear track, each a small protocol.

Every protocol gets one real implementation and one simulated one (`hardware.simulated`); nothing here knows
games or vision. Nothing is implemented yet: the project reads photographs so far.
"""
