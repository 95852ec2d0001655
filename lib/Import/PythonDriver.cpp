//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonDriver.h"

namespace kmend {

const llvm::StringLiteral PythonDriver =
    R"py("""Runs the reference of this task once, and stores inputs and results as .npy.

Written by `kmend import`. Run it by hand where that could not: it needs the
modules that reference.py imports, and NumPy where that imports no torch.
"""

import importlib.util
import json
import os
import re
import struct
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
MISSING, WRONG = 90, 91
DESCRS = {
    "float64": "<f8", "float32": "<f4", "float16": "<f2", "bfloat16": "<u2",
    "int64": "<i8", "int32": "<i4", "int16": "<i2", "int8": "|i1",
    "uint8": "|u1", "uint32": "<u4", "bool": "|b1",
}
SAFETENSORS = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16",
    "I64": "int64", "I32": "int32", "I16": "int16", "I8": "int8",
    "U8": "uint8", "U32": "uint32", "BOOL": "bool",
}


def wrong(message):
    print("kmend: " + message, file=sys.stderr)
    sys.exit(WRONG)


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<H", data[8:10])[0]
    return data[10 + length :]


def write_npy(path, dtype, shape, data):
    extents = ", ".join(str(extent) for extent in shape)
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (
        DESCRS[dtype], extents + ("," if len(shape) == 1 else ""))
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode("ascii") + data)


def read_safetensors(path, key, spec):
    with open(path, "rb") as file:
        length = struct.unpack("<Q", file.read(8))[0]
        header = json.loads(file.read(length))
        if key not in header:
            wrong("%s has no tensor '%s'" % (path, key))
        entry = header[key]
        if SAFETENSORS.get(entry["dtype"]) != spec["dtype"]:
            wrong("'%s' of %s is %s, declared as %s"
                  % (key, path, entry["dtype"], spec["dtype"]))
        if list(entry["shape"]) != list(spec["shape"]):
            wrong("'%s' of %s has shape %s, declared as %s"
                  % (key, path, entry["shape"], spec["shape"]))
        begin, end = entry["data_offsets"]
        file.seek(8 + length + begin)
        return file.read(end - begin)


class Torch:
    def __init__(self):
        import torch
        self.module = torch

    def kind(self, dtype):
        return getattr(self.module, dtype)

    def array(self, spec, data):
        if not data:
            return self.module.empty(spec["shape"], dtype=self.kind(spec["dtype"]))
        flat = self.module.frombuffer(bytearray(data), dtype=self.kind(spec["dtype"]))
        return flat.reshape(spec["shape"])

    def data(self, spec, value):
        torch = self.module
        if not isinstance(value, torch.Tensor):
            value = torch.tensor(value, dtype=self.kind(spec["dtype"]))
        if value.dtype != self.kind(spec["dtype"]):
            wrong("'%s' is %s, declared as %s"
                  % (spec["name"], value.dtype, spec["dtype"]))
        shape = list(value.shape)
        flat = value.detach().cpu().contiguous().reshape(-1).view(torch.uint8)
        try:
            return shape, flat.numpy().tobytes()
        except RuntimeError:  # a torch without NumPy
            return shape, bytes(flat.tolist())


class Numpy:
    def __init__(self):
        import numpy
        self.module = numpy

    def kind(self, spec):
        if spec["dtype"] == "bfloat16":
            wrong("'%s' is bfloat16, which NumPy does not have" % spec["name"])
        return DESCRS[spec["dtype"]]

    def array(self, spec, data):
        flat = self.module.frombuffer(data, dtype=self.kind(spec))
        return flat.reshape(spec["shape"]).copy()

    def data(self, spec, value):
        array = self.module.asarray(value)
        if isinstance(value, (bool, int, float)):
            array = array.astype(self.kind(spec))
        if self.module.dtype(array.dtype) != self.module.dtype(self.kind(spec)):
            wrong("'%s' is %s, declared as %s"
                  % (spec["name"], array.dtype, spec["dtype"]))
        return list(array.shape), array.tobytes()


def results_of(returned, specs):
    if isinstance(returned, dict):
        for spec in specs:
            if spec["key"] not in returned:
                wrong("the reference returned no '%s'" % spec["key"])
        return [returned[spec["key"]] for spec in specs]
    if isinstance(returned, (tuple, list)) and (
            len(specs) > 1 or len(returned) == 1):
        if len(returned) != len(specs):
            wrong("the reference returned %d values for %d outputs"
                  % (len(returned), len(specs)))
        return list(returned)
    if len(specs) != 1:
        wrong("the reference returned one value for %d outputs" % len(specs))
    return [returned]


def store(arrays, folder, spec, value):
    shape, data = arrays.data(spec, value)
    if list(shape) != list(spec["shape"]):
        wrong("'%s' has shape %s, declared as %s"
              % (spec["name"], shape, spec["shape"]))
    write_npy(os.path.join(folder, spec["name"] + ".npy"), spec["dtype"],
              spec["shape"], data)


def main():
    with open(os.path.join(HERE, "request.json"), encoding="utf-8") as file:
        request = json.load(file)
    path = os.path.join(HERE, "reference.py")
    with open(path, encoding="utf-8") as file:
        uses_torch = re.search(r"^\s*(?:import|from)\s+torch\b", file.read(), re.M)
    arrays = Torch() if uses_torch else Numpy()
    if uses_torch:
        arrays.module.manual_seed(request["seed"])
    spec = importlib.util.spec_from_file_location("reference", path)
    reference = importlib.util.module_from_spec(spec)
    sys.modules["reference"] = reference
    spec.loader.exec_module(reference)
    if not hasattr(reference, "run"):
        wrong("the reference defines no function 'run'")
    for index, workload in enumerate(request["workloads"]):
        folder = os.path.join(HERE, "data", "w%d" % index)
        made = None
        if any(entry["source"] == "custom" for entry in workload["inputs"]):
            scalars = dict(workload["axes"])
            for entry in workload["inputs"]:
                if entry["source"] == "scalar":
                    scalars[entry["name"]] = entry["value"]
            make = getattr(reference, request["custom_inputs_entrypoint"], None)
            if make is None:
                wrong("the reference defines no function '%s'"
                      % request["custom_inputs_entrypoint"])
            device = arrays.module.device("cpu") if uses_torch else "cpu"
            made = make(scalars, device)
        values = []
        for entry in workload["inputs"]:
            if entry["source"] == "scalar":
                values.append(entry["value"])
            elif entry["source"] == "custom":
                if entry["name"] not in made:
                    wrong("no input '%s' was made" % entry["name"])
                store(arrays, folder, entry, made[entry["name"]])
                values.append(made[entry["name"]])
            else:
                if entry["source"] == "safetensors":
                    data = read_safetensors(entry["path"], entry["key"], entry)
                    write_npy(os.path.join(folder, entry["name"] + ".npy"),
                              entry["dtype"], entry["shape"], data)
                else:
                    data = read_npy(os.path.join(folder, entry["name"] + ".npy"))
                values.append(arrays.array(entry, data))
        outputs = results_of(reference.run(*values), workload["outputs"])
        for entry, value in zip(workload["outputs"], outputs):
            store(arrays, folder, entry, value)


if __name__ == "__main__":
    try:
        main()
    except ModuleNotFoundError as error:
        print("kmend: missing module: %s" % error.name, file=sys.stderr)
        sys.exit(MISSING)
    except Exception:
        traceback.print_exc()
        sys.exit(WRONG)
)py";

} // namespace kmend
