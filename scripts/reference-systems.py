"""
Writes gcp-files/reference-systems/register.js: the reference systems of the EPSG register and the operations that lead
from each of their datums to WGS 84, drawn from PROJ's database. Only whoever renews the table needs it:

    python3 -m venv /tmp/proj && /tmp/proj/bin/pip install pyproj==3.7.2
    /tmp/proj/bin/python scripts/reference-systems.py

pyproj must find no grids (its wheel brings none): operations on grids are left out, for the product carries none. Every
operation that is written was applied here as the product applies it and differs by less than a centimetre from PROJ.
"""

import math
import re
import sqlite3
import sys
import warnings
from pathlib import Path

import pyproj
from pyproj import CRS, Transformer
from pyproj.exceptions import CRSError, ProjError
from pyproj.transformer import TransformerGroup

warnings.filterwarnings("ignore")
OUT = Path(__file__).parent.parent / "gcp-files/reference-systems/register.js"
DATABASE = sqlite3.connect(pyproj.datadir.get_data_dir() + "/proj.db")
SECOND = math.pi / 180 / 3600
WGS84 = CRS.from_epsg(4326)
A_WGS84, RF_WGS84 = 6378137.0, 298.257223563


def number(value):
    """The shortest text that reads back as the same number to 13 digits."""
    text = f"{float(f'{value:.13g}'):.13g}"
    return "0" if text == "-0" else text


def area_text(area):
    """south,west,north,east in degrees; empty for the whole world or an unknown area."""
    if area is None:
        return ""
    south, west, north, east = area
    if (south, west, north, east) == (-90, -180, 90, 180):
        return ""
    return ",".join(number(round(value, 2)) for value in (south, west, north, east))


def area_of(crs):
    return crs.area_of_use and (
        crs.area_of_use.south,
        crs.area_of_use.west,
        crs.area_of_use.north,
        crs.area_of_use.east,
    )


# --- Projections --------------------------------------------------------------------------------------------------


def steps_of(definition):
    """The steps of a PROJ pipeline as dictionaries; flags have the value True."""
    parts = definition.split("step ") if "proj=pipeline" in definition else ["", definition]
    for part in parts[1:]:
        words = (word.split("=", 1) for word in part.split())
        yield {word[0]: word[1] if len(word) > 1 else True for word in words}


ELLIPSOID_KEYS = {"ellps", "a", "b", "rf", "R", "datum", "pm", "inv", "proj", "axis"}


def projection_of(crs, base):
    """`method parameter=value ...` as PROJ computes it from the system's own longitude and latitude; None where it
    does not. Units and order of the axes are added as to_meter and axis, the ellipsoid where it is not the base's."""
    try:
        definition = Transformer.from_crs(crs.geodetic_crs, crs, always_xy=True).definition
    except ProjError:
        return None
    steps = [step for step in steps_of(definition) if step["proj"] != "unitconvert"]
    axis = ""
    if steps[-1]["proj"] == "axisswap":
        axis = {"-2,-1": "swu", "-1,-2": "wsu", "2,1": "neu"}[steps.pop()["order"]]
    step = steps[-1]
    axis = step.get("axis", axis)
    words = [step["proj"]]
    for key, value in step.items():
        if key not in ELLIPSOID_KEYS:
            words.append(key if value is True else f"{key}={number(float(value))}")
    a, rf = shape_of_step(step)
    base_a, base_rf = shape_of(base)
    if abs(a - base_a) > 1e-4 or abs(rf - base_rf) > 1e-6:
        words.append(f"a={number(a)}" + (f" rf={number(rf)}" if rf else f" b={number(a)}"))
    factor = crs.axis_info[0].unit_conversion_factor
    if factor != 1:
        words.append(f"to_meter={number(factor)}")
    if axis:
        words.append(f"axis={axis}")
    return " ".join(words)


def shape_of_step(step):
    if "R" in step:
        return float(step["R"]), 0.0
    if "ellps" in step:
        return NAMED_SHAPES[step["ellps"]]
    a = float(step["a"])
    if "rf" in step:
        return a, float(step["rf"])
    b = float(step["b"])
    return a, 0.0 if a == b else a / (a - b)


def named_shapes():
    shapes = {}
    for name, ellipsoid in pyproj.list.get_ellps_map().items():
        a = ellipsoid["a"]
        rf = ellipsoid.get("rf") or (0.0 if ellipsoid["b"] == a else a / (a - ellipsoid["b"]))
        shapes[name] = (a, rf)
    return shapes


NAMED_SHAPES = named_shapes()


def shape_of(crs):
    ellipsoid = crs.ellipsoid
    return ellipsoid.semi_major_metre, ellipsoid.inverse_flattening or 0.0


# --- Operations ---------------------------------------------------------------------------------------------------


class Unreadable(Exception):
    pass


def helmert_of(step):
    """(translation, matrix) of a Helmert or Molodensky-Badekas step in PROJ's linear form."""
    value = lambda key: float(step.get(key, 0))
    sign = -1 if step.get("convention") == "coordinate_frame" else 1
    rx, ry, rz = (sign * value(key) * SECOND for key in ("rx", "ry", "rz"))
    scale = 1 + value("s") * 1e-6
    matrix = [[scale, -rz * scale, ry * scale], [rz * scale, scale, -rx * scale], [-ry * scale, rx * scale, scale]]
    translation = [value("x"), value("y"), value("z")]
    if step["proj"] == "molobadekas":
        pivot = [value("px"), value("py"), value("pz")]
        turned = times(matrix, pivot)
        translation = [t + p - q for t, p, q in zip(translation, pivot, turned)]
    if step.get("inv"):
        transposed = [[matrix[j][i] / scale**2 for j in range(3)] for i in range(3)]
        return [-value for value in times(transposed, translation)], transposed
    return translation, matrix


def times(matrix, vector):
    return [sum(m * v for m, v in zip(row, vector)) for row in matrix]


def operation_of(transformer, meridian_degrees):
    """(dlat, dlon, a, rf, tx, ty, tz, rx, ry, rz, s): offsets in arc seconds on the way to longitudes from Greenwich,
    then the ellipsoid and seven parameters of a position vector transformation; None: nothing changes."""
    dlat = dlon = 0.0
    turned = -meridian_degrees * 3600
    translation, matrix = [0.0] * 3, [[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]
    shape = None
    for step in steps_of(transformer.definition):
        kind = step["proj"]
        if kind in ("noop", "unitconvert", "push", "pop"):
            continue
        if kind == "longlat":
            pm = degrees_of_meridian(step.get("pm", "0"))
            turned += pm * 3600 if step.get("inv") else -pm * 3600
        elif kind == "geogoffset":
            dlat, dlon = dlat + float(step["dlat"]), dlon + float(step["dlon"])
        elif kind == "cart":
            shape = shape or shape_of_step(step)
        elif kind in ("helmert", "molobadekas"):
            t, m = helmert_of(step)
            translation = [a + b for a, b in zip(t, times(m, translation))]
            matrix = [[sum(m[i][k] * matrix[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
        else:
            raise Unreadable(kind)
    dlon += turned
    if abs(dlon) < 1e-9:
        dlon = 0.0
    if shape is None and dlat == 0 and dlon == 0:
        return None
    scale = sum(matrix[i][i] for i in range(3)) / 3
    rx = (matrix[2][1] - matrix[1][2]) / 2 / scale / SECOND
    ry = (matrix[0][2] - matrix[2][0]) / 2 / scale / SECOND
    rz = (matrix[1][0] - matrix[0][1]) / 2 / scale / SECOND
    return (dlat, dlon, *(shape or (A_WGS84, RF_WGS84)), *translation, rx, ry, rz, (scale - 1) * 1e6)


def degrees_of_meridian(text):
    try:
        return float(text)
    except ValueError:
        return PROJ_MERIDIANS[text]


def proj_meridians():
    degrees = {}
    for name in ("greenwich", "lisbon", "paris", "bogota", "madrid", "rome", "bern", "jakarta", "ferro", "brussels",
                 "stockholm", "athens", "oslo", "copenhagen"):
        crs = CRS.from_proj4(f"+proj=longlat +ellps=bessel +pm={name} +type=crs")
        factor = crs.prime_meridian.unit_conversion_factor * 180 / math.pi
        degrees[name] = crs.prime_meridian.longitude * factor
    return degrees


PROJ_MERIDIANS = proj_meridians()


def applied(operation, lon, lat):
    """An operation as the product applies it; degrees from Greenwich."""
    if operation is None:
        return lon, lat
    dlat, dlon, a, rf, tx, ty, tz, rx, ry, rz, s = operation
    lon, lat = math.radians(lon + dlon / 3600), math.radians(lat + dlat / 3600)
    f = 1 / rf if rf else 0
    e2 = f * (2 - f)
    nu = a / math.sqrt(1 - e2 * math.sin(lat) ** 2)
    x, y, z = nu * math.cos(lat) * math.cos(lon), nu * math.cos(lat) * math.sin(lon), nu * (1 - e2) * math.sin(lat)
    rx, ry, rz, m = rx * SECOND, ry * SECOND, rz * SECOND, 1 + s * 1e-6
    x, y, z = tx + m * (x - rz * y + ry * z), ty + m * (rz * x + y - rx * z), tz + m * (-ry * x + rx * y + z)
    f = 1 / RF_WGS84
    e2, p = f * (2 - f), math.hypot(x, y)
    lat = math.atan2(z, p * (1 - e2))
    for _ in range(8):
        nu = A_WGS84 / math.sqrt(1 - e2 * math.sin(lat) ** 2)
        lat = math.atan2(z + e2 * nu * math.sin(lat), p)
    return math.degrees(math.atan2(y, x)), math.degrees(lat)


def centimetres_off(operation, transformer, area, base):
    """Worst difference from PROJ over the area, cm."""
    south, west, north, east = area or (-80, -180, 80, 180)
    if east < west:
        east += 360
    factor = base.axis_info[0].unit_conversion_factor * 180 / math.pi
    meridian = base.prime_meridian.longitude * base.prime_meridian.unit_conversion_factor * 180 / math.pi
    worst = 0.0
    for i in range(5):
        for j in range(5):
            lon = (west + (east - west) * (i + 0.5) / 5 + 180) % 360 - 180
            lat = south + (north - south) * (j + 0.5) / 5
            want = transformer.transform((lon - meridian) / factor, lat / factor)
            got = applied(operation, lon, lat)
            dlon = (want[0] - got[0] + 180) % 360 - 180
            worst = max(worst, 111e5 * math.hypot(dlon * math.cos(math.radians(lat)), want[1] - got[1]))
    return worst


def operations_of(base):
    """(codes, name, accuracy, area, parameters) of the operations to WGS 84 that need no grid; none for ballparks."""
    meridian = base.prime_meridian.longitude * base.prime_meridian.unit_conversion_factor * 180 / math.pi
    for transformer in TransformerGroup(base, WGS84, always_xy=True).transformers:
        name = transformer.description.replace("axis order change (2D) + ", "").replace(" + axis order change (2D)", "")
        name = name.replace("axis order change (geographic3D horizontal) + ", "")
        if "allpark" in name:
            continue
        area = transformer.area_of_use and (
            transformer.area_of_use.south,
            transformer.area_of_use.west,
            transformer.area_of_use.north,
            transformer.area_of_use.east,
        )
        parameters = operation_of(transformer, meridian)
        off = centimetres_off(parameters, transformer, area, base)
        if off > 1:
            raise Unreadable(f"{base.name}: {name}: {off:.1f} cm off PROJ")
        # How a system's own longitudes are counted, and steps through three dimensions, are no part of the name.
        parts = [part for part in name.split(" + ") if not re.match(r"Conversion from|Transformation from|Null ", part)]
        codes = []
        for operation in transformer.operations or ():
            identity = operation.to_json_dict().get("id")
            if identity and operation.name in parts:
                codes.append(str(identity["code"]))
        yield "+".join(codes), " + ".join(parts), transformer.accuracy, area, parameters


# --- The table ----------------------------------------------------------------------------------------------------


def codes(query):
    return [int(code) for (code,) in DATABASE.execute(query + " order by cast(code as int)")]


def plain(name):
    return re.sub(r"[^a-z0-9]", "", re.sub(r"^(D|GCS)_", "", name).lower())


def two_dimensional():
    """Code of the geographic system in two dimensions of each in three."""
    rows = DATABASE.execute(
        """select d3.code, min(cast(d2.code as int)) from geodetic_crs d3 join geodetic_crs d2
           on d2.datum_auth_name = d3.datum_auth_name and d2.datum_code = d3.datum_code and d2.auth_name = 'EPSG'
           where d3.auth_name = 'EPSG' and d3.type = 'geographic 3D' and d2.type = 'geographic 2D'
           and d2.deprecated = 0 and d2.name = d3.name group by d3.code"""
    )
    return {int(code): base for code, base in rows}


def datum_names():
    """A plain datum name, whether its geographic system is deprecated, and that system's code."""
    bases = {}
    for datum, code, deprecated in DATABASE.execute(
        """select datum_code, code, deprecated from geodetic_crs where auth_name = 'EPSG' and type = 'geographic 2D'
           and datum_auth_name = 'EPSG' order by deprecated, cast(code as int)"""
    ):
        bases.setdefault(datum, (deprecated, int(code)))
    for datum, name in DATABASE.execute(
        """select code, name from geodetic_datum where auth_name = 'EPSG' union
           select code, alt_name from alias_name where auth_name = 'EPSG' and table_name = 'geodetic_datum'"""
    ):
        if datum in bases:
            yield plain(name), *bases[datum]


def main():
    systems, geodetic, operations = [], [], []
    flat = two_dimensional()
    bases = codes("select code from geodetic_crs where auth_name = 'EPSG' and type like 'geographic%'")
    for code in bases:
        crs = CRS.from_epsg(code)
        if code in flat:
            systems.append((code, crs.name, area_text(area_of(crs)), f"={flat[code]}", ""))
            continue
        a, rf = shape_of(crs)
        meridian = crs.prime_meridian
        degrees = meridian.longitude * meridian.unit_conversion_factor * 180 / math.pi
        unit = crs.axis_info[0].unit_conversion_factor * 180 / math.pi
        systems.append((code, crs.name, area_text(area_of(crs)), "", "longlat"))
        geodetic.append((code, number(a), number(rf), number(degrees), number(unit)))
        for operation_codes, name, accuracy, area, parameters in operations_of(crs):
            words = ""
            if parameters:
                dlat, dlon, pa, prf, *seven = parameters
                # Composing and inverting leaves traces in the last digits; 1e-9 of a second is 3e-8 m.
                seven = [*(round(value, 6) for value in seven[:3]), *(round(value, 9) for value in seven[3:])]
                if not any(seven[3:]):
                    seven = seven[:3]
                if dlat or dlon or abs(pa - a) > 1e-4 or abs(prf - rf) > 1e-6:
                    seven = [*seven, *[0] * (7 - len(seven)), dlat, dlon, pa, prf]
                words = ",".join(number(value) for value in seven)
            stated = number(accuracy) if accuracy >= 0 else ""
            operations.append((code, operation_codes, name, stated, area_text(area), words))
    for code in codes("select code from projected_crs where auth_name = 'EPSG'"):
        try:
            crs = CRS.from_epsg(code)
        except CRSError:
            print(f"EPSG:{code} cannot be read", file=sys.stderr)
            continue
        base = crs.geodetic_crs.to_epsg() or int(crs.geodetic_crs.to_json_dict()["id"]["code"])
        base = flat.get(base, base)
        projection = projection_of(crs, crs.geodetic_crs)
        systems.append((code, crs.name, area_text(area_of(crs)), str(base), projection or ""))
    known = {code for code, *_ in systems}
    for code, horizontal, name in DATABASE.execute(
        """select code, horiz_crs_code, name from compound_crs where auth_name = 'EPSG' and horiz_crs_auth_name = 'EPSG'
           order by cast(code as int)"""
    ):
        if int(horizontal) in known:
            systems.append((int(code), name, "", f"={horizontal}", ""))
    names = sorted(set(datum_names()))
    systems.sort()
    version = dict(DATABASE.execute("select key, value from metadata"))
    write(
        version,
        {
            "SYSTEMS": ("code|name|area of use|base geographic system, or =the system it is read as|projection", systems),
            "GEODETIC": ("code|semi-major axis|inverse flattening|prime meridian, degrees|unit, degrees", geodetic),
            "OPERATIONS": ("base|EPSG code|name|accuracy, metres|area of use|parameters", operations),
            "DATUM_NAMES": ("name without signs|base, of several the one in use first", [(name, code) for name, _, code in names]),
        },
    )


def write(version, tables):
    lines = [
        "// Written by scripts/reference-systems.py; not to be edited.",
        f"// EPSG Dataset {version['EPSG.VERSION']} of {version['EPSG.DATE']}, IOGP (epsg.org), by PROJ {version['PROJ.VERSION']}."
        " Used under the EPSG Dataset's terms of use.",
        "// The parameters of operations are given as those of a position vector transformation, with their pivot and the signs of frame rotations worked in.",
    ]
    for name, (columns, rows) in tables.items():
        texts = ["|".join(str(field) for field in row) for row in rows]
        for text, row in zip(texts, rows):
            if any("|" in str(field) for field in row) or re.search(r"[`\\]|\$\{", text):
                raise Unreadable(text)
        lines += [f"/** {columns} */", f"export const {name} = `", *texts, "`"]
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text("\n".join(lines) + "\n")


main()
