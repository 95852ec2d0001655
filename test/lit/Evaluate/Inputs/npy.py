"""Writes one .npy file: npy.py FILE DESCR SHAPE VALUE... [--version 1|2|3].

SHAPE is written as 2x3, and `-` is the shape (); a single VALUE fills the array.
DESCR is what the header says, so that what no reader may take can be written.
"""

import struct
import sys

FORMATS = {
    "<f8": "d", "<f4": "f", "<f2": "e", "<i8": "q", "<i4": "i", "<i2": "h",
    "|i1": "b", "|u1": "B", "<u4": "I", "|b1": "B", "<u2": "H", "|V2": "H",
    ">f4": "f", "<c8": "d", "|O": "q",
}

arguments = sys.argv[1:]
version, order = 1, "False"
if "--version" in arguments:
    at = arguments.index("--version")
    version = int(arguments[at + 1])
    del arguments[at : at + 2]
if "--fortran" in arguments:
    order = "True"
    arguments.remove("--fortran")
path, descr, shape = arguments[:3]
extents = [] if shape == "-" else [int(e) for e in shape.split("x")]
count = 1
for extent in extents:
    count *= extent
values = [float(v) for v in arguments[3:]]
if len(values) == 1:
    values = values * count
kind = FORMATS[descr]
if kind not in "dfe":
    values = [int(v) for v in values]
text = "(" + "".join("%d, " % e for e in extents)
text = (text.rstrip() if len(extents) == 1 else text.rstrip(", ")) + ")"
header = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, order, text)
length = "<H" if version == 1 else "<I"
prefix = 8 + struct.calcsize(length)
header += " " * (-(prefix + len(header) + 1) % 64) + "\n"
with open(path, "wb") as out:
    out.write(b"\x93NUMPY" + bytes([version, 0]))
    out.write(struct.pack(length, len(header)) + header.encode())
    out.write(struct.pack("<%d%s" % (len(values), kind), *values))
