#!/usr/bin/python3
"""Makes scan-signatures.json: what GDAL sees in each readable picture of the sample sets.

Usage: make-scan-signatures.py DATA_FOLDER > scan-signatures.json (Debian's python3-gdal 3.6.2 made the one here).
A signature is the mean of each of 4 x 4 cells, band by band, row by row, in the file's own sample values; palettes are
expanded, fewer than 8 bits are scaled to 0-255. Only grey and RGB pictures (with or without alpha) without nodata count, cells where alpha hides something are
null, and files GDAL warns about are left out: they prove nothing about the other reader.
"""
import csv
import json
import os
import sys

import numpy as np
from osgeo import gdal

gdal.UseExceptions()
gdal.SetConfigOption("GDAL_PAM_ENABLED", "NO")
CELLS = 4


def bands_of(dataset):
    first = dataset.GetRasterBand(1)
    table = first.GetColorTable()
    if table is not None and first.DataType != gdal.GDT_Byte:
        return None, None  # GDAL's tables end before 16-bit indices do
    if table is not None:
        colours = np.array([table.GetColorEntry(i) for i in range(table.GetCount())], dtype="float64")
        lookup = np.zeros((65536, 3))
        lookup[: len(colours)] = colours[:, :3]
        return lookup[first.ReadAsArray()].transpose(2, 0, 1), None
    interpretations = [gdal.GetColorInterpretationName(dataset.GetRasterBand(i + 1).GetColorInterpretation()) for i in range(dataset.RasterCount)]
    pixels = dataset.ReadAsArray()
    pixels = (pixels[None] if pixels.ndim == 2 else pixels).astype("float64")
    bits = first.GetMetadataItem("NBITS", "IMAGE_STRUCTURE")
    if bits is not None and int(bits) < 8:
        pixels *= 255 / (2 ** int(bits) - 1)
    if interpretations in (["Gray"], ["Red", "Green", "Blue"]):
        return pixels, None
    if interpretations in (["Gray", "Alpha"], ["Red", "Green", "Blue", "Alpha"]):
        return pixels[:-1], pixels[-1]
    return None, None


def signature(path):
    dataset = gdal.OpenEx(path, gdal.OF_RASTER, allowed_drivers=["GTiff", "JPEG", "PNG", "GIF", "WEBP"])
    if dataset.RasterXSize < 2 * CELLS or dataset.RasterYSize < 2 * CELLS or dataset.GetRasterBand(1).GetNoDataValue() is not None:
        return None
    bands, alpha = bands_of(dataset)
    if bands is None or not np.isfinite(bands).all():
        return None
    height, width = bands.shape[1:]
    rows = [height * i // CELLS for i in range(CELLS + 1)]
    columns = [width * i // CELLS for i in range(CELLS + 1)]
    cells = []
    for band in bands:
        for top, bottom in zip(rows, rows[1:]):
            for left, right in zip(columns, columns[1:]):
                hidden = alpha is not None and alpha[top:bottom, left:right].min() < alpha.max()
                cells.append(None if hidden else round(float(band[top:bottom, left:right].mean()), 4))
    return {"width": width, "height": height, "type": gdal.GetDataTypeName(dataset.GetRasterBand(1).DataType), "bands": len(bands), "cells": cells}


def main(data):
    found = {}
    for folder in ("tiff-samples", "image-samples"):
        with open(os.path.join(data, folder, "manifest.csv")) as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            if "cmyk" in row["interp"].lower() or row["gdal"] != "ok" or row["driver"] not in ("GTiff", "JPEG", "PNG", "GIF", "WEBP"):
                continue
            try:
                made = signature(os.path.join(data, folder, row["file"]))
            except RuntimeError:
                continue
            if made:
                found[f"{folder}/{row['file']}"] = made
    print("{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in sorted(found.items())) + "\n}")


if __name__ == "__main__":
    main(sys.argv[1])
