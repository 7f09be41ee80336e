"""Watching the campsite through a round on the small stream: which dice are there, gone, or out of sight.

`camp` puts it together, `look` has what comes out of it for each frame; the rest is one step each.
"""
