# SPDX-License-Identifier: BSD-3-Clause
"""Scaled covers, compared with Pillow's results for the same images."""
import io
import random
import struct
import zlib

import pytest
from PIL import Image

import lectern
from support.pictures import averaged, difference, encoded, picture, upright

BOXES = [(100, 100), (37, 500), (500, 23), (1, 1), (297, 396)]

#: How each image is generated: mode, format, and options.
IMAGES = {
    "jpeg": ("RGB", "JPEG", {"quality": 92}),
    "jpeg-444": ("RGB", "JPEG", {"quality": 92, "subsampling": 0}),
    "jpeg-progressive": ("RGB", "JPEG", {"quality": 92, "progressive": True}),
    "jpeg-grey": ("L", "JPEG", {"quality": 92}),
    "jpeg-cmyk": ("CMYK", "JPEG", {"quality": 92}),
    "png": ("RGB", "PNG", {}),
    "png-alpha": ("RGBA", "PNG", {}),
    "png-grey": ("L", "PNG", {}),
    "png-grey-alpha": ("LA", "PNG", {}),
    "png-palette": ("P", "PNG", {}),
    "png-palette-transparent": ("P", "PNG", {"transparency": 3}),
    "png-1-bit": ("1", "PNG", {}),
    "png-16-bit": ("I;16", "PNG", {}),
    "webp": ("RGB", "WEBP", {"quality": 90}),
    "webp-alpha": ("RGBA", "WEBP", {"quality": 90}),
    "webp-lossless": ("RGB", "WEBP", {"lossless": True}),
    "webp-lossless-alpha": ("RGBA", "WEBP", {"lossless": True, "exact": True}),
    "gif": ("P", "GIF", {}),
    "gif-interlaced": ("P", "GIF", {"interlace": True}),
    "gif-transparent": ("P", "GIF", {"transparency": 3}),
}


@pytest.fixture(autouse=True)
def nothing_is_printed(capfd):
    yield
    assert capfd.readouterr() == ("", "")


def image(name, size=(300, 400)):
    mode, format, options = IMAGES[name]
    return encoded(picture(*size, mode), format, **options)


def fitting(data, width, height, type=None, **options):
    """(link, bytes) of a publication that consists of one image."""
    with lectern.Publication.open_bytes(data, context=lectern.Context(**options)) as book:
        with book.cover(width=width, height=height, type=type) as resource:
            return resource.link, resource.read()


def fitted(size, box):
    share = min(box[0] / size[0], box[1] / size[1], 1)
    return tuple(max(1, round(side * share)) for side in size)


@pytest.mark.parametrize("name", IMAGES)
def test_like_pillow(name):
    data = image(name)
    original = upright(data)
    for box in BOXES:
        link, scaled = fitting(data, *box)
        result = Image.open(io.BytesIO(scaled))
        assert result.size == (link["width"], link["height"])
        assert all(abs(a - b) <= 1 for a, b in zip(result.size, fitted(original.size, box))), (box, result.size)
        assert result.size[0] <= box[0] and result.size[1] <= box[1]
        is_photograph = name.startswith("jpeg") or name == "webp"
        assert (result.format, link["type"]) == (("JPEG", "image/jpeg") if is_photograph else ("PNG", "image/png"))
        if original.mode == "RGB":
            assert result.mode == "RGB"
        expected = averaged(original, result.size)
        if is_photograph:
            expected = Image.open(io.BytesIO(encoded(expected, "JPEG", quality=90, subsampling=0)))
        apart = difference(result, expected)
        assert apart < (5 if is_photograph else 1.01), (box, apart)


@pytest.mark.parametrize("name", IMAGES)
def test_what_fits_stays_as_it_is(name):
    data = image(name)
    for box in ((300, 400), (2**31 - 1, 2**31 - 1)):
        link, same = fitting(data, *box)
        assert same == data
        assert (link["width"], link["height"]) == (300, 400)


def test_the_same_every_time():
    for name in IMAGES:
        assert fitting(image(name), 50, 50) == fitting(image(name), 50, 50)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("big", [True, False])
def test_orientation(orientation, big):
    order, mark = (">", b"MM") if big else ("<", b"II")
    exif = b"Exif\0\0" + mark + struct.pack(order + "HIHHHIHHHHIHHI", 42, 8, 2, 0x0100, 4, 1, 0, 7, 0x0112, 3, 1, orientation, 0, 0)
    data = encoded(picture(300, 400), "JPEG", quality=92, exif=exif)
    expected = upright(data)
    assert expected.size == ((300, 400) if orientation < 5 else (400, 300))
    for box in ((60, 60), (400, 400)):
        link, scaled = fitting(data, *box)
        assert (link["width"], link["height"]) == fitted(expected.size, box)
        assert (scaled == data) == (orientation == 1 and box == (400, 400))
        result = upright(scaled)
        assert difference(result, averaged(expected, result.size)) < 5


def test_odd_orientations_are_none():
    """A number that is too large, a directory out of bounds, and one that is truncated."""
    for number, offset, count in ((9, 8, 1), (6, 4000, 1), (0, 8, 65535), (6, 2**32 - 1, 1)):
        exif = b"Exif\0\0MM" + struct.pack(">HIHHHIHH", 42, offset, count, 0x0112, 3, 1, number, 0)
        data = encoded(picture(300, 400), "JPEG", exif=exif)
        assert fitting(data, 300, 400)[1] == data


def test_animations_show_their_first_frame():
    frames = [picture(120, 90, "P"), Image.new("P", (120, 90))]
    for format in ("GIF", "PNG"):
        data = encoded(frames[0], format, save_all=True, append_images=frames[1:])
        result = upright(fitting(data, 40, 40)[1])
        assert difference(result, averaged(upright(data), result.size)) < 1
    moving = encoded(frames[0].convert("RGB"), "WEBP", save_all=True, append_images=[frames[1].convert("RGB")])
    with pytest.raises(lectern.UnsupportedError, match="Animated"):
        fitting(moving, 40, 40)


def gif(screen, frame, place, *, flags=0, colors=b"\xFF\0\0\0\0\xFF", pixels=None):
    """A GIF with one frame of uncompressed codes of a red pixel, at any position."""
    count = frame[0] * frame[1] if pixels is None else pixels
    codes = []
    for index in range(count):
        codes += [4, 0] if index % 2 == 0 else [0]
    bits = sum(code << (3 * index) for index, code in enumerate(codes + [5]))
    data = bits.to_bytes(len(codes) * 3 // 8 + 2, "little")
    blocks = b"".join(bytes([len(data[at:at + 255])]) + data[at:at + 255] for at in range(0, len(data), 255))
    return (b"GIF89a" + struct.pack("<HHBBB", *screen, 0x80, 0, 0) + colors
            + b"," + struct.pack("<HHHHB", *place, *frame, flags) + b"\x02" + blocks + b"\0;")


def test_a_frame_that_is_not_the_screen():
    for frame, place in (((10, 10), (5, 5)), ((40, 10), (0, 15)), ((10, 40), (15, 0)), ((5, 5), (100, 100))):
        link, data = fitting(gif((20, 20), frame, place), 10, 10)
        result = Image.open(io.BytesIO(data)).convert("RGBA")
        inside = Image.new("L", (20, 20))
        inside.paste(255, (*place, place[0] + frame[0], place[1] + frame[1]))
        assert difference(result.getchannel("A"), averaged(inside, (10, 10))) < 1


def test_no_color_comes_from_what_is_transparent():
    source = Image.new("RGBA", (100, 100), (0, 255, 0, 0))
    source.paste((255, 0, 0, 255), (50, 0, 100, 100))
    for name, options in (("PNG", {}), ("WEBP", {"lossless": True, "exact": True})):
        result = Image.open(io.BytesIO(fitting(encoded(source, name, **options), 33, 33)[1]))
        assert {pixel[:3] for _, pixel in result.getcolors() if pixel[3]} == {(255, 0, 0)}
        assert result.getpixel((0, 0)) == (0, 0, 0, 0) and result.getpixel((32, 32)) == (255, 0, 0, 255)


def test_extreme_shapes():
    for size in ((5000, 1), (1, 5000), (3, 2000), (2000, 3)):
        link, data = fitting(encoded(picture(*size), "PNG"), 100, 100)
        assert max(link["width"], link["height"]) == 100 and min(link["width"], link["height"]) == 1
        assert Image.open(io.BytesIO(data)).size == (link["width"], link["height"])


def test_one_side_is_enough():
    assert [fitting(image("png"), *box)[0]["height"] for box in ((30, None), (None, 30))] == [40, 30]


# --------------------------------------------------------------------------------------------------------------- Types

@pytest.mark.parametrize("type", ["image/png", "image/jpeg"])
@pytest.mark.parametrize("name", IMAGES)
def test_any_image_as_png_or_jpeg(name, type):
    data = image(name)
    original = upright(data)
    for box in ((None, None), (300, 400), (37, 500)):
        link, converted = fitting(data, *box, type=type)
        result = Image.open(io.BytesIO(converted))
        assert (link["type"], result.format, result.size) == (
            type, type[6:].upper(), (link["width"], link["height"]))
        is_same = result.size == original.size and Image.open(io.BytesIO(data)).format == result.format
        assert (converted == data) == is_same
        if not is_same:
            expected = averaged(original, result.size)
            if type == "image/jpeg" and expected.mode == "RGBA":
                expected = Image.alpha_composite(Image.new("RGBA", expected.size, "white"), expected).convert("RGB")
            if type == "image/jpeg":
                expected = Image.open(io.BytesIO(encoded(expected, "JPEG", quality=90, subsampling=0)))
            assert difference(result.convert(expected.mode), expected) < 5, box


def test_an_image_with_an_orientation_becomes_upright_in_its_type():
    exif = Image.Exif()
    exif[0x0112] = 6
    link, data = fitting(encoded(picture(40, 20), "JPEG", exif=exif), None, None, type="image/jpeg")
    assert (link["width"], link["height"]) == (20, 40) == Image.open(io.BytesIO(data)).size


# -------------------------------------------------------------------------------------------------------------- Limits

def png_of(width, height):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


HUGE = {
    "png": png_of(60000, 60000), "png-2": png_of(2**31 - 1, 2**31 - 1),
    "gif": gif((65535, 65535), (1, 1), (0, 0)), "gif-frame": gif((20, 20), (65535, 65535), (0, 0), pixels=1),
    "jpeg": None, "webp": None,
}


@pytest.mark.parametrize("name", HUGE)
def test_bombs_are_refused_before_they_are_decoded(name):
    data = HUGE[name]
    if name == "jpeg":
        data = image("jpeg")
        place = data.index(b"\xff\xc0") + 5
        data = data[:place] + struct.pack(">HH", 65000, 65000) + data[place + 4:]
    if name == "webp":
        data = bytearray(image("webp-alpha"))
        assert data[12:16] == b"VP8X"
        data[24:30] = b"\xff\xff\x00" * 2
    with pytest.raises(lectern.LimitError, match="pixels"):
        fitting(bytes(data), 10, 10)


def test_the_limit_is_the_context():
    data = image("png")
    assert fitting(data, 10, 10, maxPixels=120_000)
    with pytest.raises(lectern.LimitError, match="300 × 400 pixels, more than 119999"):
        fitting(data, 10, 10, maxPixels=119_999)
    assert fitting(data, 300, 400, maxPixels=1)[1] == data, "nothing was decoded"


@pytest.mark.parametrize("data", [
    png_of(0, 10), png_of(10, 0), png_of(2**31, 1), png_of(2**32 - 1, 2**32 - 1), gif((0, 0), (1, 1), (0, 0)),
    gif((20, 20), (0, 0), (0, 0)), b"\xff\xd8\xff\xd9", b"\xff\xd8\xff" + b"\xff" * 5000, b"RIFF\0\0\0\0WEBPVP8X", b"GIF89a",
    b"\x89PNG\r\n\x1a\n"], ids=range(11))
def test_without_a_size(data):
    with pytest.raises(lectern.FormatError):
        fitting(data, 10, 10)


def test_damage():
    """A JPEG is decoded as far as possible, other formats are rejected."""
    for name in IMAGES:
        data = image(name)
        half = data[:len(data) // 2]
        if name.startswith("jpeg"):
            assert Image.open(io.BytesIO(fitting(half, 30, 40)[1])).size == (30, 40)
        else:
            with pytest.raises(lectern.FormatError, match="damaged"):
                fitting(half, 30, 40)


@pytest.mark.parametrize("name", IMAGES)
def test_any_damage(name):
    data = image(name, (60, 80))
    for seed in range(150):
        chance = random.Random(f"{name} {seed}")
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 6)):
            kind, place = chance.randrange(4), chance.randrange(min(len(damaged), chance.choice((64, 10**9))))
            if kind == 0:
                damaged[place] = chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))
            elif kind == 1:
                del damaged[place:place + chance.randint(1, 40)]
            elif kind == 2:
                damaged[place:place] = damaged[:chance.randint(1, 40)]
            else:
                damaged[place:place + 4] = chance.choice((b"\xff" * 4, b"\x7f\xff\xff\xff", bytes(4)))
            damaged = damaged or bytearray(data)
        try:
            link, scaled = fitting(bytes(damaged), 20, 20, maxPixels=1_000_000)
            if scaled != damaged:
                assert Image.open(io.BytesIO(scaled)).size == (link["width"], link["height"])
        except (lectern.FormatError, lectern.LimitError, lectern.UnsupportedError):
            pass


# ----------------------------------------------------------------------------------------------------------- Libraries

LIBRARIES = {"turbojpeg": "jpeg", "png": "png", "webp": "webp", "gif": "gif"}


@pytest.mark.parametrize("option", LIBRARIES)
def test_a_library_that_is_not_there(option, tmp_path):
    data = image(LIBRARIES[option])
    for path in (tmp_path / "none.so", "libz.so.1"):
        with pytest.raises(lectern.UnsupportedError, match=option):
            fitting(data, 10, 10, **{option: str(path)})
    assert fitting(data, 300, 400, **{option: "none.so"})[1] == data, "what fits needs no library"
