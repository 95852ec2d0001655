# lit's configuration of every text test of kmend. The build writes
# lit.site.cfg.py, which says where the tool is, and then loads this file.

import ctypes
import glob
import os
import shlex
import shutil
import sys

sys.path.insert(0, os.path.dirname(__file__))
import quoting

config.name = "kmend"
config.test_format = quoting.QuotingShTest(execute_external=False)
config.suffixes = [".test", ".cu", ".yaml"]
# Inputs/ folders hold what tests read; a file there is no test of its own.
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.kmend_build, "test", "lit")

# FileCheck, not, count and split-file come from the same LLVM as the tool.
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_bin, config.environment["PATH"]]
)
# What a person has set for the model clients or the cache must not leak in.
for name in list(config.environment):
    if name.startswith(("KMEND_", "OPENAI_", "ANTHROPIC_")):
        del config.environment[name]

config.substitutions += [
    ("%kmend", shlex.quote(config.kmend)),
    # `%exits 3 COMMAND` passes when COMMAND ends in exit code 3, exactly.
    ("%exits", "sh " + shlex.quote(config.test_source_root + "/exits.sh")),
    ("%python", sys.executable),
    ("%examples", shlex.quote(config.kmend_source + "/examples")),
    ("%kb", shlex.quote(config.kmend_source + "/kb")),
]


def gpu_works():
    """Whether a CUDA driver is here and finds a device."""
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
        count = ctypes.c_int(0)
        return (
            cuda.cuInit(0) == 0
            and cuda.cuDeviceGetCount(ctypes.byref(count)) == 0
            and count.value > 0
        )
    except (OSError, AttributeError):
        return False


# A C++ compiler that the user would have, for references of other formats.
if shutil.which("c++"):
    config.available_features.add("host-compiler")

# A C++ standard library of the machine's own, beside the small headers.
if glob.glob("/usr/include/c++/*/vector"):
    config.available_features.add("cxx-library")

# Continuous integration gives the same answer with and without a GPU.
if not os.environ.get("CI") and gpu_works():
    config.available_features.add("cuda-runtime")
