"""The scene in Blender, and its rendering by Cycles. Needs the package bpy (4.2); its unit is a millimetre."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import bpy
import cv2
import numpy as np

from traced import textures
from traced.arm import Arm
from traced.developing import RENDERED, Light, pinhole
from traced.layout import CARD_MM, Camera, Floats, Piece, Table, turn
from traced.options import Options, Rgb
from traced.patches import Box
from traced.solids import Cavity, Mesh, pips, pyramid, room_for, shell

import bmesh  # isort: skip  (found only once bpy is there)
from mathutils import Matrix  # isort: skip

_WALL_MM = 1.0
_BEVEL_MM = 0.25
_SWALLOWED_MM = {"solid": 38.0, "hollow": 2.6}
"""So much plastic makes white light the colour."""
_WORLD = "studiolights/world/interior.exr"
_WINDOW_MM, _LAMP_MM = (1500.0, 1100.0), 130.0
_EMPTY_SAMPLES = 7


class Scene:
    """A table, which pieces and arms are put on and taken from again."""

    def __init__(self, table: Table, options: Options, rng: np.random.Generator) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._table, self._options = table, options
        self._folder = tempfile.TemporaryDirectory()
        self._side = float(rng.choice([-1, 1]))
        self.lit_from = np.zeros(3)
        self._guests: list[bpy.types.Object] = []
        self._materials: dict[str, bpy.types.Material] = {}
        self._roughness = float(
            rng.uniform(0.02, 0.1) if options.material != "frosted" else rng.uniform(0.2, 0.32)
        )
        self._furnish(rng)
        self._world = _world(rng)
        self._camera(table.camera)
        self._settings()

    def light(self, name: str) -> None:
        """Put out all lights, and light the one of this name, which stands at `lit_from`."""
        for lamp in [o for o in bpy.data.objects if o.type == "LIGHT"]:
            bpy.data.objects.remove(lamp)
        self._caustics(on=name != "lamp")
        side = self._side
        if name == "window":
            self._world.default_value, self.lit_from = 0.55, np.array([side * 1500, 350, 950])
            _area(self.lit_from, _WINDOW_MM, 12, (0.92, 0.97, 1.0))
        elif name == "back":
            self._world.default_value, self.lit_from = 0.45, np.array([side * 250, 1700, 800])
            _area(self.lit_from, _WINDOW_MM, 14, (0.95, 0.98, 1.0))
        else:
            self._world.default_value, self.lit_from = 0.22, np.array([-side * 380, 260, 820])
            _area(self.lit_from, (_LAMP_MM, _LAMP_MM), 380, (1.0, 0.8, 0.58), shape="DISK")

    def place(self, pieces: Sequence[Piece], arm: Arm | None = None, *, clutter: bool = False) -> None:
        """Put these on the empty table."""
        self.clear()
        for piece in pieces:
            below = [p for p in pieces if p.cell == piece.cell and p.level == piece.level - 1]
            self._piece(piece, below[0] if below else None)
        if arm is not None:
            self._limb(arm.sleeve, self._plain("sleeve", (46, 62, 98), 0.9))
            self._limb(arm.skin, self._plain("skin", (206, 150, 118), 0.5))
        if clutter:
            self._clutter()

    def clear(self) -> None:
        """Empty the table."""
        for guest in self._guests:
            bpy.data.objects.remove(guest)
        self._guests = []
        bpy.data.orphans_purge()

    def render(self, box: Box | None = None) -> Light:
        """What the pinhole camera sees of the table, or of a part of it; with few paths where all of it is empty."""
        scene = bpy.context.scene
        render, (width, height) = scene.render, RENDERED
        x0, y0, x1, y1 = box or (0, 0, width, height)
        scene.cycles.samples = self._options.samples if self._guests else _EMPTY_SAMPLES
        render.use_border = render.use_crop_to_border = box is not None
        within = 0.25  # of a pixel, as Blender cuts fractions off
        render.border_min_x, render.border_max_x = ((x + within) / width for x in (x0, x1))
        render.border_min_y, render.border_max_y = ((height - y + within) / height for y in (y1, y0))
        render.filepath = str(Path(self._folder.name) / "light.exr")
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(render.filepath)
        values = np.empty(len(image.pixels), np.float32)
        image.pixels.foreach_get(values)
        shape = (image.size[1], image.size[0], image.channels)
        bpy.data.images.remove(image)
        light = np.flipud(values.reshape(shape)[..., :3]).copy()
        assert light.shape[:2] == (y1 - y0, x1 - x0), (light.shape, box)
        return light

    def _furnish(self, rng: np.random.Generator) -> None:
        kind = self._options.board
        half = textures.TABLE_MM / 2
        table = self._textured("table", textures.table(rng, kind), 0.42)
        _sheet((0, 60, 0), half, 0, table)
        for card in self._table.cards:
            paper = self._textured(f"card {card.id}", textures.card(card.id), 0.8)
            _sheet((card.x, card.y, 0.1), CARD_MM / 2, card.yaw_deg, paper)
        board = self._table.board
        x, y, _ = board.at([(4, 4)])[0]
        top = self._textured("board", textures.board(rng, kind), 0.75 if kind == "printed" else 0.45)
        half = textures.BOARD_MM / 2
        _sheet((x, y, board.z), half, board.yaw_deg, top)
        edge = (215, 205, 190) if kind == "printed" else (64, 38, 26)
        corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        ring = np.vstack([np.column_stack([corners, np.full(4, z)]) for z in (0.0, board.z - 0.02)])
        faces = [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7)]
        sides = _object(Mesh(ring, faces), [self._plain("board's edge", edge, 0.6)])
        sides.location, sides.rotation_euler = (x, y, 0), (0, 0, math.radians(board.yaw_deg))

    def _piece(self, piece: Piece, carrier: Piece | None) -> None:
        cavity: Cavity | None = None
        if self._options.material == "hollow" and self._options.see_through(piece.colour):
            cavity = shell(piece, _WALL_MM) if carrier is None else room_for(piece, carrier)
        body = _object(pyramid(piece, cavity), [self._plastic(piece.colour)], bevel=_BEVEL_MM)
        pale = sum(self._options.colours[piece.colour]) > 380
        dots = _object(
            pips(piece), [self._plain(f"pips {pale}", (24, 24, 26) if pale else (236, 236, 230), 0.5)]
        )
        for part in (body, dots):
            part.location = (piece.x, piece.y, piece.z + 0.03)
            part.rotation_euler = (0, 0, math.radians(piece.yaw_deg))
            self._guests.append(part)

    def _limb(self, spheres: Floats, material: bpy.types.Material) -> None:
        """One skin round many spheres."""
        mesh = bmesh.new()
        for x, y, z, radius in spheres:
            made = bmesh.ops.create_icosphere(mesh, subdivisions=2, radius=radius)
            bmesh.ops.translate(mesh, verts=made["verts"], vec=(x, y, z))
        limb = _linked(mesh, [material])
        remesh = limb.modifiers.new("skin", "REMESH")
        remesh.mode, remesh.voxel_size, remesh.use_smooth_shade = "VOXEL", 2.0, True
        smooth = limb.modifiers.new("smooth", "SMOOTH")
        smooth.factor, smooth.iterations = 0.5, 6
        self._guests.append(limb)

    @property
    def clutter(self) -> Floats:
        """(2, 8, 3) mm: the corners of what holds a mug, and a pencil, beside the board."""
        corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (0, 2)], np.float64)
        return np.array(
            [
                [self._side * 300, 190, 0] + corners * [40, 40, 45],
                [self._side * 255, 30, 0] + corners * [30, 76, 4],
            ]
        )

    def _clutter(self) -> None:
        mug, pencil = bmesh.new(), bmesh.new()
        bmesh.ops.create_cone(mug, segments=64, radius1=36, radius2=40, depth=90, cap_ends=True)
        bmesh.ops.create_cone(pencil, segments=6, radius1=3.6, radius2=3.6, depth=150, cap_ends=True)
        for mesh, rgb, box, slant in (
            (mug, (150, 26, 30), self.clutter[0], (0.0, 0.0, 0.0)),
            (pencil, (40, 60, 150), self.clutter[1], (math.pi / 2, 0.0, 0.3)),
        ):
            thing = _linked(mesh, [self._plain(f"thing {rgb}", rgb, 0.3)])
            thing.location, thing.rotation_euler = box.mean(0), slant
            self._guests.append(thing)

    def _plain(self, name: str, rgb: Rgb, roughness: float) -> bpy.types.Material:
        """A material of one colour."""
        if name not in self._materials:
            material, principled = _material(name)
            principled.inputs["Base Color"].default_value = (*_linear(rgb), 1)
            principled.inputs["Roughness"].default_value = roughness
            self._materials[name] = material
        return self._materials[name]

    def _textured(self, name: str, picture: textures.Picture, roughness: float) -> bpy.types.Material:
        """A material of a picture, spread over the mesh's UV map."""
        path = str(Path(self._folder.name) / f"{name}.png")
        cv2.imwrite(path, picture)
        material, principled = _material(name)
        image = material.node_tree.nodes.new("ShaderNodeTexImage")
        image.image = bpy.data.images.load(path)
        image.extension = "MIRROR"
        material.node_tree.links.new(image.outputs["Color"], principled.inputs["Base Color"])
        principled.inputs["Roughness"].default_value = roughness
        return material

    def _plastic(self, colour: str) -> bpy.types.Material:
        rgb, kind = self._options.colours[colour], self._options.material
        if not self._options.see_through(colour):
            return self._plain(f"plastic {colour}", rgb, 0.35)
        name = f"clear {colour}"
        if name in self._materials:
            return self._materials[name]
        material, principled = _material(name)
        principled.inputs["Transmission Weight"].default_value = 1.0 if kind != "frosted" else 0.9
        principled.inputs["IOR"].default_value = 1.49
        principled.inputs["Roughness"].default_value = self._roughness
        nodes, links = material.node_tree.nodes, material.node_tree.links
        tint = _linear(rgb)
        if kind == "frosted":
            principled.inputs["Base Color"].default_value = (*tint, 1)
        else:
            principled.inputs["Base Color"].default_value = (1, 1, 1, 1)
            swallowed = -np.log(np.clip(tint, 0.04, 0.985)) / _SWALLOWED_MM[kind]
            volume = nodes.new("ShaderNodeVolumeAbsorption")
            volume.inputs["Density"].default_value = float(swallowed.max())
            volume.inputs["Color"].default_value = (*(1 - swallowed / swallowed.max()), 1)
            links.new(volume.outputs["Volume"], nodes["Material Output"].inputs["Volume"])
        if not bpy.context.scene.cycles.caustics_refractive:
            _cast_coloured_shadow(material, principled, tint)
        self._materials[name] = material
        return material

    def _caustics(self, *, on: bool) -> None:
        """Trace the light through plastic, or, where a lamp is too small for that, let it through in shadows."""
        cycles = bpy.context.scene.cycles
        cycles.caustics_refractive = cycles.caustics_reflective = on
        self._materials = {k: m for k, m in self._materials.items() if not k.startswith("clear")}

    def _camera(self, camera: Camera) -> None:
        made = bpy.data.cameras.new("camera")
        made.sensor_fit, made.sensor_width = "HORIZONTAL", 36.0
        made.lens = float(pinhole(camera)[0, 0]) * made.sensor_width / RENDERED[0]
        made.clip_start, made.clip_end = 10, 20_000
        eye = bpy.data.objects.new("camera", made)
        pose = np.eye(4)
        pose[:3, :3] = camera.R.T @ np.diag([1.0, -1, -1])
        pose[:3, 3] = camera.eye
        bpy.context.collection.objects.link(eye)
        eye.matrix_world = _matrix(pose)
        bpy.context.scene.camera = eye

    def _settings(self) -> None:
        scene = bpy.context.scene
        scene.render.engine = "CYCLES"
        scene.render.resolution_x, scene.render.resolution_y = RENDERED
        scene.render.resolution_percentage = 100
        scene.render.threads_mode, scene.render.threads = "FIXED", 1
        scene.render.image_settings.file_format = "OPEN_EXR"
        scene.render.image_settings.color_depth = "32"
        cycles = scene.cycles
        cycles.device = "CPU"
        scene.render.use_persistent_data = True
        cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.02
        cycles.use_denoising, cycles.denoiser, cycles.denoising_prefilter = True, "OPENIMAGEDENOISE", "FAST"
        cycles.max_bounces = cycles.transmission_bounces = 12
        cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transparent_max_bounces = 1, 6, 12
        cycles.sample_clamp_indirect, cycles.blur_glossy = 12, 0.6
        cycles.seed = self._options.seed


def _world(rng: np.random.Generator) -> bpy.types.NodeSocket:
    """Light from all sides, of a room; gives the input for its strength."""
    path = Path(bpy.utils.resource_path("LOCAL")) / "datafiles" / _WORLD
    image = bpy.data.images.load(str(path))
    values = np.empty(len(image.pixels), np.float32)
    image.pixels.foreach_get(values)
    image.pixels.foreach_set(np.minimum(values, 6))
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    picture = nodes.new("ShaderNodeTexEnvironment")
    picture.image = image
    mapping, place = nodes.new("ShaderNodeMapping"), nodes.new("ShaderNodeTexCoord")
    mapping.inputs["Rotation"].default_value = (0, 0, float(rng.uniform(0, 2 * math.pi)))
    links.new(place.outputs["Generated"], mapping.inputs["Vector"])
    links.new(mapping.outputs["Vector"], picture.inputs["Vector"])
    links.new(picture.outputs["Color"], nodes["Background"].inputs["Color"])
    return nodes["Background"].inputs["Strength"]


def _area(
    at: Floats,
    size: tuple[float, float],
    radiance: float,
    tint: tuple[float, float, float],
    shape: str = "RECTANGLE",
) -> None:
    """A lamp or window that faces the middle of the table."""
    lamp = bpy.data.lights.new("light", "AREA")
    lamp.shape, lamp.size, lamp.size_y, lamp.color = shape, *size, tint
    lamp.energy = radiance * math.pi * size[0] * size[1]
    made = bpy.data.objects.new("light", lamp)
    bpy.context.collection.objects.link(made)
    backwards = at / np.linalg.norm(at)
    right = np.cross([0, 0, 1], backwards)
    right /= np.linalg.norm(right)
    pose = np.eye(4)
    pose[:3] = np.column_stack([right, np.cross(backwards, right), backwards, at])
    made.matrix_world = _matrix(pose)


def _cast_coloured_shadow(
    material: bpy.types.Material, principled: bpy.types.ShaderNode, tint: Floats
) -> None:
    nodes, links = material.node_tree.nodes, material.node_tree.links
    ray, mix, clear = (nodes.new(f"ShaderNode{n}") for n in ("LightPath", "MixShader", "BsdfTransparent"))
    clear.inputs["Color"].default_value = (*(np.sqrt(tint) * 0.85), 1)
    links.new(ray.outputs["Is Shadow Ray"], mix.inputs[0])
    links.new(principled.outputs["BSDF"], mix.inputs[1])
    links.new(clear.outputs["BSDF"], mix.inputs[2])
    links.new(mix.outputs["Shader"], nodes["Material Output"].inputs["Surface"])


def _material(name: str) -> tuple[bpy.types.Material, bpy.types.ShaderNode]:
    material = bpy.data.materials.new(name)
    material.use_nodes = material.use_fake_user = True
    return material, material.node_tree.nodes["Principled BSDF"]


def _sheet(at: tuple[float, float, float], half: float, yaw_deg: float, material: bpy.types.Material) -> None:
    """A square with its picture upright for someone at the device."""
    corners = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    sheet = _object(Mesh(corners @ turn(yaw_deg).T + at, [(0, 1, 2, 3)]), [material])
    spread = sheet.data.uv_layers.new()
    spread.data.foreach_set("uv", [0.0, 0, 1, 0, 1, 1, 0, 1])


def _object(mesh: Mesh, materials: Iterable[bpy.types.Material], *, bevel: float = 0.0) -> bpy.types.Object:
    made = bmesh.new()
    vertices = [made.verts.new(v) for v in mesh.vertices]
    for face in mesh.faces:
        made.faces.new([vertices[i] for i in face])
    if bevel:
        outside = set(vertices[:5])
        edges = [e for e in made.edges if set(e.verts) <= outside]
        bmesh.ops.bevel(made, geom=edges, offset=bevel, segments=2, profile=0.5, affect="EDGES")
    return _linked(made, materials)


def _linked(mesh: bmesh.types.BMesh, materials: Iterable[bpy.types.Material]) -> bpy.types.Object:
    data = bpy.data.meshes.new("mesh")
    mesh.to_mesh(data)
    mesh.free()
    for material in materials:
        data.materials.append(material)
    made = bpy.data.objects.new("object", data)
    bpy.context.collection.objects.link(made)
    return made


def _matrix(pose: Floats) -> Matrix:
    return Matrix(pose.tolist())


def _linear(rgb: Rgb) -> Floats:
    values = np.array(rgb) / 255
    return np.asarray(np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4))
