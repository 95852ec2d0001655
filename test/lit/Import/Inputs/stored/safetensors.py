"""Writes a .safetensors file with `x`, float16, and `index`, int32."""

import json
import struct
import sys

x = struct.pack("<4e", 0.5, -1.5, 2.0, 8.0)
index = struct.pack("<3i", 3, 0, 1)
header = json.dumps(
    {
        "index": {"dtype": "I32", "shape": [3], "data_offsets": [8, 20]},
        "x": {"dtype": "F16", "shape": [4], "data_offsets": [0, 8]},
    }
).encode()
with open(sys.argv[1], "wb") as out:
    out.write(struct.pack("<Q", len(header)) + header + x + index)
