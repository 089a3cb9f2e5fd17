#!/usr/bin/python3
"""Writes one picture of 320 x 240 pixels as TIFFs of many kinds, by GDAL and its libtiff.

Usage: make-tiff-kinds.py FOLDER (tiff-kinds.test.ts calls it and knows the picture).
"""
import os
import sys

import numpy as np
from osgeo import gdal

gdal.UseExceptions()
gdal.SetConfigOption("GDAL_PAM_ENABLED", "NO")
W, H = 320, 240
X, Y = np.meshgrid(np.arange(W), np.arange(H))
RED, GREEN, BLUE = X * 255 // (W - 1), Y * 255 // (H - 1), np.where((X < W // 2) & (Y < H // 2), 200, 40)
GREY = (X + Y) * 255 // (W + H - 2)
BARS = (X // 20) % 2
COARSE = X * 16 // W
ALPHA = np.where(X < 64, 0, 255)
folder = sys.argv[1]


def write(name, planes, kind=gdal.GDT_Byte, options=(), nodata=None, colours=None):
    path = os.path.join(folder, name + ".tif")
    data = gdal.GetDriverByName("GTiff").Create(path, W, H, len(planes), kind, options=list(options))
    for index, plane in enumerate(planes):
        band = data.GetRasterBand(index + 1)
        if colours is not None:
            table = gdal.ColorTable()
            for at, colour in enumerate(colours):
                table.SetColorEntry(at, colour)
            band.SetColorTable(table)
        if nodata is not None:
            band.SetNoDataValue(nodata)
        band.WriteArray(np.asarray(plane))
    data.FlushCache()


RGB = [RED, GREEN, BLUE]
TILES = ["TILED=YES", "BLOCKXSIZE=128", "BLOCKYSIZE=64"]
for name, options in {
    "strips": [],
    "one-strip": ["BLOCKYSIZE=240"],
    "tiles": TILES,
    "bigtiff": ["BIGTIFF=YES"],
    "big-endian": ["ENDIANNESS=BIG"],
    "planes": ["INTERLEAVE=BAND"],
    "planes-tiles": ["INTERLEAVE=BAND", *TILES],
    "planes-lzw": ["INTERLEAVE=BAND", "COMPRESS=LZW", "PREDICTOR=2"],
    "lzw": ["COMPRESS=LZW"],
    "lzw-predictor": ["COMPRESS=LZW", "PREDICTOR=2"],
    "deflate": ["COMPRESS=DEFLATE"],
    "deflate-predictor-tiles": ["COMPRESS=DEFLATE", "PREDICTOR=2", *TILES],
    "packbits": ["COMPRESS=PACKBITS"],
    "jpeg": ["COMPRESS=JPEG", "JPEG_QUALITY=95"],
    "jpeg-ycbcr": ["COMPRESS=JPEG", "JPEG_QUALITY=95", "PHOTOMETRIC=YCBCR"],
    "jpeg-ycbcr-tiles": ["COMPRESS=JPEG", "JPEG_QUALITY=95", "PHOTOMETRIC=YCBCR", *TILES],
    "webp": ["COMPRESS=WEBP", "WEBP_LOSSLESS=YES"],
}.items():
    write("rgb-" + name, RGB, options=options)

write("rgb-16-bit", [plane * 257 for plane in RGB], gdal.GDT_UInt16, ["PHOTOMETRIC=RGB"])
write("rgb-16-bit-planes", [plane * 257 for plane in RGB], gdal.GDT_UInt16, ["PHOTOMETRIC=RGB", "INTERLEAVE=BAND"])
for name, options in {"": [], "-planes": ["INTERLEAVE=BAND"], "-tiles-lzw": [*TILES, "COMPRESS=LZW"]}.items():
    write("rgba" + name, [*RGB, ALPHA], options=["ALPHA=YES", *options])

write("grey-8-bit", [GREY])
write("grey-white-is-zero", [255 - GREY], options=["PHOTOMETRIC=MINISWHITE"])
write("grey-16-bit", [GREY * 257], gdal.GDT_UInt16)
write("grey-16-bit-predictor", [GREY * 257], gdal.GDT_UInt16, ["COMPRESS=DEFLATE", "PREDICTOR=2"])
write("grey-float-to-1", [GREY / 255.0], gdal.GDT_Float32)
write("grey-float-to-255", [GREY], gdal.GDT_Float32, ["COMPRESS=DEFLATE", "PREDICTOR=3"])
write("grey-double", [GREY / 255.0], gdal.GDT_Float64)
write("grey-4-bit", [COARSE], options=["NBITS=4"])
write("grey-2-bit", [COARSE // 4], options=["NBITS=2"])

heights = 100 + GREY * 3.0
write("nodata-float", [np.where(X < 64, -9999.0, heights)], gdal.GDT_Float32, nodata=-9999.0)
write("nodata-16-bit", [np.where(X < 64, 65535, 1000 + GREY * 10)], gdal.GDT_UInt16, nodata=65535)

for name, options in {
    "": [],
    "-white-is-zero": ["PHOTOMETRIC=MINISWHITE"],
    "-packbits": ["COMPRESS=PACKBITS"],
    "-rle": ["COMPRESS=CCITTRLE"],
    "-group-3": ["COMPRESS=CCITTFAX3"],
    "-group-4": ["COMPRESS=CCITTFAX4"],
    "-group-4-tiles": ["COMPRESS=CCITTFAX4", *TILES],
}.items():
    write("bars-1-bit" + name, [1 - BARS if "MINISWHITE" in "".join(options) else BARS], options=["NBITS=1", *options])

COLOURS = [(15 * at, 255 - 15 * at, 128) for at in range(16)]
write("palette-8-bit", [COARSE], options=["PHOTOMETRIC=PALETTE", "COMPRESS=LZW"], colours=COLOURS)
write("palette-4-bit", [COARSE], options=["PHOTOMETRIC=PALETTE", "NBITS=4"], colours=COLOURS)

INKS = [np.where((X // 64) == ink, 255, 0) for ink in range(4)]
for name, options in {"": [], "-planes": ["INTERLEAVE=BAND"], "-tiles-deflate": [*TILES, "COMPRESS=DEFLATE"]}.items():
    write("cmyk" + name, INKS, options=["PHOTOMETRIC=CMYK", *options])
