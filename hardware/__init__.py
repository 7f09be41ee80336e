"""The device: camera, buttons, display, lamps and buzzer, each a small protocol.

Every protocol has a real implementation and a simulated one (`hardware.simulated`); nothing here knows games or vision.
`hardware.device.open_device` puts the real ones together from whatever is there.
"""
