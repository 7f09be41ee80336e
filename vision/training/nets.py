"""The small networks in PyTorch; `export` writes them as ONNX for OpenCV's DNN module."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.training.augment import FACE


def conv(a: int, b: int, k: int = 3, s: int = 1, groups: int = 1) -> nn.Sequential:
    """Convolution from `a` to `b` channels with a k x k kernel and stride `s`, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(a, b, k, s, k // 2, groups=groups, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
    )


def apart(a: int, b: int) -> nn.Sequential:
    """From `a` to `b` channels at half the size: a window for each channel, and then their mix.

    OpenCV takes four times as long for a whole window that moves by two pixels.
    """
    return nn.Sequential(conv(a, a, 3, 2, groups=a), conv(a, b, 1))


def twice(x: Tensor) -> Tensor:
    """(N, C, H, W) -> (N, C, 2 H, 2 W)."""
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Residual(nn.Module):
    """A depthwise and a pointwise convolution around which the input is added."""

    def __init__(self, channels: int, k: int = 3) -> None:
        super().__init__()
        self.deep = conv(channels, channels, k, groups=channels)
        self.mix = nn.Sequential(nn.Conv2d(channels, channels, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """(N, C, H, W) -> the same."""
        return torch.relu(x + self.mix(self.deep(x)))


class Finder(nn.Module):
    """Finds tops of one known size: (N, 3, H, W), H and W multiples of 8, -> (N, `outputs`, H/4, W/4).

    Outputs of the table finder: heat (logit), offset x, y (cells), cos 4 yaw, sin 4 yaw, visible share (logit).
    Those of the loose finder: heat, offset x, y, moments xx, xy, yy (cells squared / 16), cos and sin of four turns,
    visible share; see `targets.shape_of`. With `wide`, as the loose finder is, every other depthwise window is 5x5:
    it sees dice of up to 44 px, and a loose picture may take its time.
    """

    def __init__(self, outputs: int, *, wide: bool, width: int = 32, deep: int = 64, blocks: int = 6) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 3, 2), conv(16, width, 3, 2))
        self.down = conv(width, deep, 3, 2)
        self.body = nn.Sequential(*[Residual(deep, 5 if wide and k % 2 else 3) for k in range(blocks)])
        self.lift = nn.Sequential(nn.Conv2d(deep, width, 1, bias=False), nn.BatchNorm2d(width))
        self.head = nn.Sequential(conv(width, width), nn.Conv2d(width, outputs, 1))

    def forward(self, x: Tensor) -> Tensor:
        """Raw outputs; the caller applies the sigmoid to the logits."""
        return self.rest(self.stem(x))

    def rest(self, fine: Tensor) -> Tensor:
        """The same of what the stem gave, (N, `width`, H/4, W/4)."""
        coarse = self.lift(self.body(self.down(fine)))
        return self.head(torch.relu(fine + twice(coarse)))


class Rest(nn.Module):
    """A finder without its stem."""

    def __init__(self, finder: Finder) -> None:
        super().__init__()
        self.finder = finder

    def forward(self, fine: Tensor) -> Tensor:
        """(N, `width`, H/4, W/4) -> what the finder gives."""
        return self.finder.rest(fine)


class Embedding(nn.Module):
    """A top face, (N, 3, 40, 40), -> a vector (N, 64) whose direction is near for the same icon, far for others.

    The large one is what learns from icons, and `SlimEmbedding` learns from it.
    """

    def __init__(self, size: int = 64) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 3, 2),
            conv(24, 32),
            Residual(32),
            conv(32, 64, 3, 2),
            Residual(64),
            Residual(64),
            conv(64, 96, 3, 2),
            Residual(96),
            Residual(96),
        )
        self.out = nn.Linear(96 * (FACE // 8) ** 2, size)

    def forward(self, x: Tensor) -> Tensor:
        """Vectors of any length: whoever compares them makes them unit vectors."""
        return self.out(self.body(x).flatten(1))


class SlimEmbedding(Embedding):
    """What ships: answers as the large one does, in two fifths of its time."""

    def __init__(self, size: int = 64) -> None:
        super().__init__(size)
        self.body = nn.Sequential(
            conv(3, 16, 3, 2), conv(16, 32), apart(32, 64), Residual(64), apart(64, 96), Residual(96)
        )


class Cover(nn.Module):
    """(N, 6, H, W), now and empty, H and W multiples of 16 -> (N, 1, H/2, W/2): logit of an arm or a hand."""

    def __init__(self) -> None:
        super().__init__()
        self.one = conv(6, 16, 3, 2)
        self.two = nn.Sequential(conv(16, 32, 3, 2), Residual(32))
        self.three = nn.Sequential(conv(32, 48, 3, 2), Residual(48), Residual(48, 5))
        self.four = nn.Sequential(conv(48, 64, 3, 2), Residual(64, 5), Residual(64, 5))
        self.up3 = nn.Sequential(conv(64, 48, 1), Residual(48))
        self.up2 = nn.Sequential(conv(48, 32, 1), Residual(32))
        self.up1 = nn.Sequential(conv(32, 16, 1), conv(16, 16))
        self.out = nn.Conv2d(16, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Logits."""
        a = self.one(x)
        b = self.two(a)
        c = self.three(b)
        d = self.four(c)
        c = c + twice(self.up3(d))
        b = b + twice(self.up2(c))
        return self.out(a + twice(self.up1(b)))
