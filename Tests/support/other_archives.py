# SPDX-License-Identifier: BSD-3-Clause
"""RAR, 7z and tar archives whose files are stored without compression, written byte by byte."""
import io
import struct
import tarfile
import zlib


def tar(files):
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return target.getvalue()


def rar4(files, flags=0):
    """RAR 1.5 to 4 (technote.txt of RAR 4.20)."""
    def block(kind, flags, body, data=b""):
        head = struct.pack("<BHH", kind, flags, 7 + len(body)) + body
        return struct.pack("<H", zlib.crc32(head) & 0xFFFF) + head + data
    result = b"Rar!\x1a\x07\x00" + block(0x73, 0, b"\0" * 6)
    for name, data in files.items():
        encoded = name.encode()
        body = struct.pack("<IIBIIBBHI", len(data), len(data), 3, zlib.crc32(data), 0x21_0000, 20, 0x30, len(encoded), 0o100644) + encoded
        result += block(0x74, 0x8000 | flags, body, data)
    return result + block(0x7B, 0x4000, b"")


def number(value):
    """A number of RAR 5: seven bits in each byte, the lowest first."""
    result = bytearray()
    while True:
        result.append(value & 0x7F | (0x80 if value > 0x7F else 0))
        value >>= 7
        if not value:
            return bytes(result)


def rar5(files):
    """RAR 5 (RAR 5.0 archive format)."""
    def block(body, data=b""):
        sized = number(len(body)) + body
        return struct.pack("<I", zlib.crc32(sized)) + sized + data
    result = b"Rar!\x1a\x07\x01\x00" + block(number(1) + number(0) + number(0))
    for name, data in files.items():
        encoded = name.encode()
        body = (number(2) + number(2) + number(len(data)) + number(4) + number(len(data)) + number(0o100644) + struct.pack("<I", zlib.crc32(data))
                + number(0) + number(1) + number(len(encoded)) + encoded)
        result += block(body, data)
    return result + block(number(5) + number(0) + number(0))


def seven_zip(files):
    """7z with the method Copy (7zFormat.txt of the LZMA SDK): all files are one folder."""
    def long(value):
        return b"\xff" + struct.pack("<Q", value)
    data = b"".join(files.values())
    names = b"\0" + b"".join((name + "\0").encode("utf-16-le") for name in files)
    sizes = [len(content) for content in files.values()]
    streams = (b"\x06" + long(0) + b"\x01" + b"\x09" + long(len(data)) + b"\x00"                   # packed streams
               + b"\x07" + b"\x0b" + b"\x01" + b"\x00" + b"\x01\x01\x00" + b"\x0c" + long(len(data)) + b"\x00"  # one folder with the coder Copy
               + b"\x08" + b"\x0d" + long(len(files)) + b"\x09" + b"".join(long(size) for size in sizes[:-1])
               + b"\x0a\x01" + b"".join(struct.pack("<I", zlib.crc32(content)) for content in files.values()) + b"\x00")
    header = b"\x01\x04" + streams + b"\x00" + b"\x05" + long(len(files)) + b"\x11" + long(len(names)) + names + b"\x00\x00"
    start = struct.pack("<QQI", len(data), len(header), zlib.crc32(header))
    return b"7z\xbc\xaf\x27\x1c\x00\x04" + struct.pack("<I", zlib.crc32(start)) + start + data + header


#: A function for each format, by the file extension of comics.
MAKERS = {"rar4.cbr": rar4, "rar5.cbr": rar5, "7z.cb7": seven_zip, "tar.cbt": tar}
