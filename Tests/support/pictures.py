# SPDX-License-Identifier: BSD-3-Clause
"""Draws and compares images with Pillow."""
import functools
import io
import math

from PIL import Image, ImageChops, ImageOps, ImageStat


@functools.cache
def picture(width, height, mode="RGB"):
    """A picture with gradients, edges and, if the mode supports it, transparency."""
    rows, columns = Image.linear_gradient("L").resize((width, height)), Image.radial_gradient("L").resize((width, height))
    waves = Image.new("L", (width, height))
    waves.putdata([int(127 + 120 * math.sin(x / 9) * math.cos(y / 7)) for y in range(height) for x in range(width)])
    image = Image.merge("RGB", (rows, waves, columns))
    image.paste((250, 240, 10), (width // 8, height // 8, width // 3, height // 4))
    if mode in ("RGBA", "LA", "PA"):
        image.putalpha(Image.linear_gradient("L").rotate(90).resize((width, height)))
    if mode == "P":
        return image.quantize(64)
    if mode == "I;16":
        return Image.merge("L", (waves,)).convert("I").point(lambda value: value * 257).convert("I;16")
    return image.convert(mode)


def encoded(image, format, **options):
    data = io.BytesIO()
    image.save(data, format, **options)
    return data.getvalue()


def upright(data):
    """An image as a reader should see it: upright, the first frame, in 8 bits."""
    image = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    if image.mode == "I;16":
        image = image.convert("I").point(lambda value: value / 257).convert("L")
    has_alpha = "A" in image.getbands() or "transparency" in image.info
    return image.convert("RGBA" if has_alpha else "RGB")


def averaged(image, size):
    """The image at a smaller size; each pixel is the average of exactly the area that it covers."""
    mode = image.mode
    image = image.convert("RGBa" if mode == "RGBA" else mode)
    for axis in (0, 1):
        step = math.lcm(image.size[axis], size[axis])
        parts = tuple(step if one == axis else image.size[one] for one in (0, 1))
        factor = tuple(step // size[axis] if one == axis else 1 for one in (0, 1))
        image = image.resize(parts, Image.Resampling.NEAREST).reduce(factor)
    return image.convert(mode)


def difference(one, other):
    """The mean difference of samples on a grey background, 0 to 255."""
    grounds = []
    for image in (one, other):
        ground = Image.new("RGBA", image.size, (128, 128, 128, 255))
        ground.alpha_composite(image.convert("RGBA"))
        grounds.append(ground.convert("RGB"))
    return max(ImageStat.Stat(ImageChops.difference(*grounds)).mean)
