"""Path-traced pyramid sets.

`plan`, `layout` and `truth` say what stands where and what the camera sees of it; `textures`, `solids` and `arm` what
it is made of; `scene` renders it with Blender's Cycles, `developing` makes a photo of that, and `sets` writes all down.
What the truth says is reckoned here alone, by nothing of the code that is measured with it.
"""
