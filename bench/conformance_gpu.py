#!/usr/bin/env python3
"""Runs test/conformance on a GPU, through nvcc, and holds what comes out against
what the files expect and against what the embedded executor computed.

usage: conformance_gpu.py [--simt FILE] [--gpu FILE | --record FILE] [--table FILE]
                          [--arch sm_90] [--jobs N] [NAME...]

--simt names the file that `kmend-conformance test/conformance -o FILE` wrote.
--record keeps what the GPU computed, and --gpu takes what was so kept in place of
a GPU. The agreement table goes to --table and to standard output, with what
disagrees before it. Exit status 1 when anything disagrees.
"""
import argparse
import concurrent.futures
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "test" / "conformance"

MAIN = r"""
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
extern "C" void conformance(unsigned *out, int n);
extern "C" int expected(unsigned *want, float *ulp);
int main(int, char **arguments) {
  const int capacity = 16384;
  unsigned *want = (unsigned *)calloc(capacity, 4), *got = (unsigned *)calloc(capacity, 4);
  float *ulp = (float *)calloc(capacity, 4);
  int n = expected(want, ulp);
  if (n < 0 || n > capacity)
    return 3;
  unsigned *out;
  if (cudaMalloc((void **)&out, capacity * 4))
    return 4;
  cudaMemset(out, 0xab, capacity * 4);
  conformance(out, n);
  cudaError_t error = cudaDeviceSynchronize();
  if (!error)
    error = cudaGetLastError();
  if (!error)
    error = cudaMemcpy(got, out, n * 4, cudaMemcpyDeviceToHost);
  if (error) {
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return 5;
  }
  FILE *file = fopen(arguments[1], "wb");
  fwrite(&n, 4, 1, file);
  fwrite(want, 4, n, file);
  fwrite(ulp, 4, n, file);
  fwrite(got, 4, n, file);
  return fclose(file) ? 6 : 0;
}
"""


def steps(a, b, bits):
    """How many numbers of a format lie between two words of it."""
    sign = 1 << (bits - 1)

    def ordered(x):
        return -(x & (sign - 1)) if x & sign else x

    return abs(ordered(a) - ordered(b))


def is_nan(word, bits):
    return (word & 0x7FFFFFFF) > 0x7F800000 if bits == 32 else (
        word & (1 << 63) - 1) > 0x7FF0 << 48


def distances(got, want, ulp):
    """Yields (word, distance, allowed)."""
    i = 0
    while i < len(want):
        if ulp[i] == 0:
            yield i, 0 if got[i] == want[i] else math.inf, 0
            i += 1
            continue
        bits = 32 if ulp[i] > 0 else 64
        a, b = got[i], want[i]
        if bits == 64:
            a, b = a | got[i + 1] << 32, b | want[i + 1] << 32
        if is_nan(a, bits) or is_nan(b, bits):
            away = 0 if is_nan(a, bits) == is_nan(b, bits) else math.inf
        else:
            away = steps(a, b, bits)
        yield i, away, abs(ulp[i])
        i += bits // 32


def judge(got, want, ulp):
    """The words that are too far away; the largest distance in ulp among those
    that may be at most 16 away; the largest share of what is allowed."""
    wrong, worst, share = [], 0, 0
    if len(got) != len(want):
        return [-1], math.inf, math.inf
    for i, away, allowed in distances(got, want, ulp):
        if away > allowed:
            wrong.append(i)
        elif allowed:
            share = max(share, away / allowed)
            worst = max(worst, away) if allowed <= 16 else worst
    return wrong, worst, share


def run_one(name, main_object, work, arch):
    """Builds and runs a file: (want, ulp, got, printed), or why not."""
    source, program, result = FOLDER / f"{name}.cu", work / name, work / f"{name}.bin"
    build = subprocess.run(
        ["nvcc", f"-arch={arch}", "-std=c++17", "-w",
         "--expt-relaxed-constexpr", "--extended-lambda", "-include",
         FOLDER / "conformance.h", source, main_object, "-o", program],
        capture_output=True, text=True)
    if build.returncode:
        return "nvcc: " + (build.stderr or build.stdout)[:2000]
    try:
        run = subprocess.run([program, result], capture_output=True, text=True,
                             timeout=60)
    except subprocess.TimeoutExpired:
        return "did not end within 60 s"
    if run.returncode:
        return f"exit status {run.returncode}: {run.stderr[:500]}"
    data = result.read_bytes()
    n = struct.unpack_from("<i", data)[0]
    want = struct.unpack_from(f"<{n}I", data, 4)
    ulp = struct.unpack_from(f"<{n}f", data, 4 + 4 * n)
    got = struct.unpack_from(f"<{n}I", data, 4 + 8 * n)
    return want, ulp, got, run.stdout


def run_all(names, options):
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "main.cu").write_text(MAIN)
        subprocess.run(["nvcc", "-c", work / "main.cu", "-o", work / "main.o"],
                       check=True)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            return list(pool.map(
                lambda n: run_one(n, work / "main.o", work, options.arch), names))


def prints_of(name):
    marker = "// PRINTS: "
    return "".join(line[len(marker):] for line in
                   (FOLDER / f"{name}.cu").read_text().splitlines(True)
                   if line.startswith(marker))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--simt")
    parser.add_argument("--gpu")
    parser.add_argument("--record")
    parser.add_argument("--table")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--jobs", type=int, default=16)
    options = parser.parse_args()
    simt = {}
    for line in pathlib.Path(options.simt).read_text().splitlines() if options.simt else []:
        name, *words = line.split()
        simt[name] = [int(w) for w in words]
    names = options.names or sorted(p.stem for p in FOLDER.glob("*.cu"))
    if options.gpu:
        kept = json.loads(pathlib.Path(options.gpu).read_text())
        results = [kept.get(name, "not run on the GPU") for name in names]
    else:
        results = run_all(names, options)
    if options.record:
        pathlib.Path(options.record).write_text(json.dumps(dict(zip(names, results))))
    rows, bad = [], False
    for name, result in zip(names, results):
        if isinstance(result, str):
            print(f"{name}: {result}")
            rows.append((name, 0, "-", "does not run", "-", "-", "-", "-"))
            bad = True
            continue
        want, ulp, gpu, printed = result
        mine = simt.get(name, [])
        simt_wrong, simt_worst, simt_share = judge(mine, want, ulp)
        gpu_wrong, gpu_worst, gpu_share = judge(gpu, want, ulp)
        if printed != prints_of(name):
            print(f"{name}: the GPU prints\n{printed}")
            gpu_wrong.append(-1)
        same = sum(a == b for a, b in zip(mine, gpu))
        for who, words, wrong in (("simt", mine, simt_wrong), ("gpu", gpu, gpu_wrong)):
            for i in wrong[:12]:
                if 0 <= i < min(len(words), len(gpu)):
                    other = mine[i] if i < len(mine) else 0
                    print(f"{name}: {who}: word {i}: want {want[i]:#010x}, simt "
                          f"{other:#010x}, gpu {gpu[i]:#010x}, allowed {ulp[i]:g} ulp")
            if len(wrong) > 12:
                print(f"{name}: {who}: {len(wrong)} words in all")
        bad |= bool(simt_wrong or gpu_wrong)
        exact = sum(u == 0 for u in ulp)
        rows.append((name, len(want), exact,
                     "yes" if not simt_wrong else f"no: {len(simt_wrong)}",
                     "yes" if not gpu_wrong else f"no: {len(gpu_wrong)}",
                     f"{100 * same / max(1, len(want)):.1f} %",
                     "-" if exact == len(want) else f"{simt_worst:g} / {gpu_worst:g}",
                     "-" if exact == len(want) else f"{simt_share:.2f} / {gpu_share:.2f}"))
    lines = ["| file | words | of them exact | simt agrees | GPU agrees | same bits on both "
             "| worst ulp, simt / GPU | share of the bound, simt / GPU |",
             "|---|---|---|---|---|---|---|---|"]
    lines += ["| " + " | ".join(str(c) for c in row) + " |" for row in rows]
    text = "\n".join(lines) + "\n"
    if options.table:
        pathlib.Path(options.table).write_text(text)
    print(text)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
