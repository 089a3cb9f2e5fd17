"""Tells what a Python reader sees in a TIFF, as JSON: readers.test.ts compares it. Usage: readers.py gdal|rasterio FILE"""
import hashlib
import json
import sys

import numpy as np

reader, path = sys.argv[1:]


def picture(pixels, alpha):
    """Colours where something is shown, and the transparency, each as a digest and as means."""
    shown = np.where(alpha[None] > 0, pixels, 0).astype("uint8")
    return {
        "colours": hashlib.sha256(np.ascontiguousarray(shown.transpose(1, 2, 0)).tobytes()).hexdigest(),
        "alpha": hashlib.sha256(np.ascontiguousarray(alpha.astype("uint8")).tobytes()).hexdigest(),
        "means": [float(band[alpha > 0].mean()) for band in pixels],
        "visible": float((alpha > 0).mean()),
    }


if reader == "gdal":
    from osgeo import gdal, osr

    gdal.UseExceptions()
    data = gdal.Open(path)
    srs = osr.SpatialReference(wkt=data.GetProjection())
    band = data.GetRasterBand(1)
    # As QGIS does: the overview that fits the screen, with its transparency.
    coarse = band.GetOverview(band.GetOverviewCount() - 1)
    masks = band.GetMaskBand()
    told = {
        "size": [data.RasterXSize, data.RasterYSize],
        "epsg": int(srs.GetAuthorityCode(None)),
        "transform": list(data.GetGeoTransform()),
        "overviews": [[band.GetOverview(i).XSize, band.GetOverview(i).YSize] for i in range(band.GetOverviewCount())],
        "layout": data.GetMetadataItem("LAYOUT", "IMAGE_STRUCTURE"),
        "block": band.GetBlockSize(),
        "title": data.GetMetadataItem("TITLE"),
        "points": len(json.loads(data.GetMetadataItem("GCPS_IMAGE_X_Y_EPSG3857_X_Y"))),
        "picture": picture(np.stack([data.GetRasterBand(i).ReadAsArray() for i in (1, 2, 3)]), masks.ReadAsArray()),
        "coarse": picture(
            np.stack([data.GetRasterBand(i).GetOverview(band.GetOverviewCount() - 1).ReadAsArray() for i in (1, 2, 3)]),
            coarse.GetMaskBand().ReadAsArray(),
        ),
    }
else:
    import rasterio

    with rasterio.open(path) as data:
        factors = data.overviews(1)
        told = {
            "size": [data.width, data.height],
            "epsg": data.crs.to_epsg(),
            "transform": list(data.transform.to_gdal()),
            "overviews": [[data.width // factor, data.height // factor] for factor in factors],
            "layout": data.tags(ns="IMAGE_STRUCTURE").get("LAYOUT"),
            "block": list(data.block_shapes[0]),
            "title": data.tags().get("TITLE"),
            "points": len(json.loads(data.tags()["GCPS_IMAGE_X_Y_EPSG3857_X_Y"])),
            "picture": picture(data.read((1, 2, 3)), data.dataset_mask()),
        }
    with rasterio.open(path, overview_level=len(factors) - 1) as data:
        told["coarse"] = picture(data.read((1, 2, 3)), data.dataset_mask())
print(json.dumps(told))
