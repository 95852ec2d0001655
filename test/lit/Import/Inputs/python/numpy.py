"""As much of NumPy as the references of these tests use, in plain Python, so
that the tests need no module and always meet the same one."""

import struct

CODES = {"<f4": "f", "<f8": "d", "<i4": "i", "|b1": "?", "<f2": "e"}


class dtype:
    def __init__(self, kind):
        self.descr = kind.descr if isinstance(kind, dtype) else kind

    def __eq__(self, other):
        return self.descr == other.descr

    def __str__(self):
        return self.descr


class ndarray:
    def __init__(self, values, kind, shape):
        self.values, self.dtype, self.shape = list(values), dtype(kind), tuple(shape)

    def reshape(self, shape):
        return ndarray(self.values, self.dtype, shape)

    def copy(self):
        return ndarray(self.values, self.dtype, self.shape)

    def astype(self, kind):
        return ndarray(self.values, kind, self.shape)

    def tobytes(self):
        code = "<%d%s" % (len(self.values), CODES[self.dtype.descr])
        return struct.pack(code, *self.values)

    def rows(self):
        width = self.shape[-1]
        return [self.values[i : i + width] for i in range(0, len(self.values), width)]


def frombuffer(data, dtype):
    size = struct.calcsize(CODES[dtype])
    values = struct.unpack("<%d%s" % (len(data) // size, CODES[dtype]), data)
    return ndarray(values, dtype, (len(values),))


def asarray(value):
    if isinstance(value, ndarray):
        return value
    return ndarray([value], "<f8", ())


def array(values, kind, shape):
    return ndarray(values, kind, shape)
