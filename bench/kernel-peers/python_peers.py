"""Peers of the kernel that live in Python: scipy's RBFInterpolator and GDAL (its C API for splines, osgeo for warping).

Reads one JSON command a line on standard input, answers one JSON line each; times in milliseconds, measured here, so that
the way to this process does not count.
  {"cmd": "peers"}                                         -> {"scipy": version|null, "gdal": version|null}
  {"cmd": "fit", "peer": ..., "gcps": [[ix, iy, mx, my]...]} -> {"ms": ...}   (one direction, map -> image)
  {"cmd": "evaluate", "peer": ..., "points": [x, y, ...]}  -> {"ms": ..., "values": [...]}   (of the last fit)
  {"cmd": "warp", "gcps": ..., "width": w, "height": h, "grid": [west, north, pixel, cols, rows], "tolerance": px}
                                                           -> {"ms": ...}   (GDAL, memory to memory, bilinear, RGBA)
"""

import ctypes
import ctypes.util
import json
import os
import sys
import time

os.environ["GDAL_NUM_THREADS"] = "1"
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"

try:
    import numpy
    import scipy
    from scipy.interpolate import RBFInterpolator
except ImportError:
    scipy = None
try:
    import numpy
    from osgeo import gdal

    gdal.UseExceptions()
except ImportError:
    gdal = None


class Gcp(ctypes.Structure):
    """GDAL_GCP of gdal.h."""

    _fields_ = [("id", ctypes.c_char_p), ("info", ctypes.c_char_p)] + [
        (name, ctypes.c_double) for name in ("pixel", "line", "x", "y", "z")
    ]


def gdal_library():
    # The library that osgeo has loaded already.
    with open("/proc/self/maps") as maps:
        path = next(line.split()[-1] for line in maps if "/libgdal.so" in line)
    library = ctypes.CDLL(path)
    library.GDALCreateTPSTransformer.restype = ctypes.c_void_p
    library.GDALCreateTPSTransformer.argtypes = [ctypes.c_int, ctypes.POINTER(Gcp), ctypes.c_int]
    pointer = ctypes.c_void_p
    library.GDALTPSTransform.argtypes = [pointer, ctypes.c_int, ctypes.c_int, pointer, pointer, pointer, pointer]
    library.GDALDestroyTPSTransformer.argtypes = [pointer]
    return library


class GdalSpline:
    def __init__(self, gcps):
        self.library = gdal_library()
        structures = (Gcp * len(gcps))(*[Gcp(b"", b"", ix, iy, mx, my, 0.0) for ix, iy, mx, my in gcps])
        start = time.perf_counter()
        self.transformer = self.library.GDALCreateTPSTransformer(len(gcps), structures, 0)
        # It always solves both directions.
        self.fit_ms = (time.perf_counter() - start) * 1000 / 2

    def evaluate(self, points):
        xs, ys = points[0::2].copy(), points[1::2].copy()
        zs, success = numpy.zeros_like(xs), numpy.zeros(len(xs), "int32")
        start = time.perf_counter()
        self.library.GDALTPSTransform(
            self.transformer, 1, len(xs), xs.ctypes.data, ys.ctypes.data, zs.ctypes.data, success.ctypes.data
        )
        ms = (time.perf_counter() - start) * 1000
        return ms, numpy.column_stack([xs, ys]).ravel()

    def close(self):
        self.library.GDALDestroyTPSTransformer(self.transformer)


class ScipySpline:
    def __init__(self, gcps):
        table = numpy.array(gcps)
        start = time.perf_counter()
        self.spline = RBFInterpolator(table[:, 2:], table[:, :2], kernel="thin_plate_spline", degree=1)
        self.fit_ms = (time.perf_counter() - start) * 1000

    def evaluate(self, points):
        pairs = points.reshape(-1, 2)
        start = time.perf_counter()
        values = self.spline(pairs)
        return (time.perf_counter() - start) * 1000, values.ravel()

    def close(self):
        pass


def warp(command):
    width, height = command["width"], command["height"]
    west, north, pixel, cols, rows = command["grid"]
    source = gdal.GetDriverByName("MEM").Create("", width, height, 4)
    for band in range(4):
        pixels = numpy.full((height, width), 255, "uint8")
        if band < 3:
            pixels = (numpy.add.outer(numpy.arange(height), numpy.arange(width)) * (band + 1)).astype("uint8")
        source.GetRasterBand(band + 1).WriteArray(pixels)
    source.GetRasterBand(4).SetColorInterpretation(gdal.GCI_AlphaBand)
    projection = 'LOCAL_CS["metres",UNIT["metre",1]]'
    source.SetGCPs([gdal.GCP(mx, my, 0, ix, iy) for ix, iy, mx, my in command["gcps"]], projection)
    target = gdal.GetDriverByName("MEM").Create("", cols, rows, 4)
    target.SetGeoTransform([west, pixel, 0, north, 0, -pixel])
    target.SetProjection(projection)
    target.GetRasterBand(4).SetColorInterpretation(gdal.GCI_AlphaBand)
    options = gdal.WarpOptions(
        tps=True, resampleAlg="bilinear", errorThreshold=command["tolerance"], multithread=False, warpMemoryLimit=1024
    )
    start = time.perf_counter()
    gdal.Warp(target, source, options=options)
    return {"ms": (time.perf_counter() - start) * 1000}


def main():
    splines = {}
    for line in sys.stdin:
        command = json.loads(line)
        if command["cmd"] == "peers":
            answer = {
                "scipy": scipy.__version__ if scipy else None,
                "gdal": gdal.__version__ if gdal else None,
            }
        elif command["cmd"] == "fit":
            if command["peer"] in splines:
                splines[command["peer"]].close()
            kind = GdalSpline if command["peer"] == "gdal" else ScipySpline
            splines[command["peer"]] = kind(command["gcps"])
            answer = {"ms": splines[command["peer"]].fit_ms}
        elif command["cmd"] == "evaluate":
            ms, values = splines[command["peer"]].evaluate(numpy.array(command["points"], "float64"))
            answer = {"ms": ms, "values": values.tolist()}
        else:
            answer = warp(command)
        print(json.dumps(answer), flush=True)


main()
