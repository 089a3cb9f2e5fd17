import { describe, expect, it } from 'vitest'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { metresBetween } from '../../tests/support/metres-between.ts'
import { systemOfText } from './system-of-text.ts'
import { transformationAt } from './transformation.ts'

const GREENWICH = 'PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]'
const KRASSOWSKY = 'SPHEROID["Krassowsky_1940",6378245,298.3]'
const gaussKruger = (geographic: string) =>
  `PROJCS["zone 4",GEOGCS["x",${geographic},${GREENWICH}],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",4500000],PARAMETER["Central_Meridian",21],PARAMETER["Scale_Factor",1],UNIT["Meter",1]]`
const krovak = (turn: string) =>
  `PROJCS["x",GEOGCS["x",DATUM["D_S_JTSK",SPHEROID["Bessel_1841",6377397.155,299.1528128]],${GREENWICH}],PROJECTION["Krovak"],PARAMETER["Scale_Factor",0.9999],PARAMETER["Azimuth",30.28813975277778],PARAMETER["Longitude_Of_Center",24.83333333333333],PARAMETER["Latitude_Of_Center",49.5],${turn},UNIT["Meter",1.0]]`
const HELMERT = (method: string, turn: number) =>
  `BOUNDCRS[SOURCECRS[PROJCRS["RD",BASEGEOGCRS["Amersfoort",DATUM["mine",ELLIPSOID["Bessel 1841",6377397.155,299.1528128]]],CONVERSION["RD",METHOD["Oblique Stereographic"],PARAMETER["Latitude of natural origin",52.1561605555556],PARAMETER["Longitude of natural origin",5.38763888888889],PARAMETER["Scale factor at natural origin",0.9999079],PARAMETER["False easting",155000],PARAMETER["False northing",463000]],CS[Cartesian,2],AXIS["x",east],AXIS["y",north],LENGTHUNIT["metre",1]]],TARGETCRS[GEOGCRS["WGS 84"]],ABRIDGEDTRANSFORMATION["mine",METHOD["${method}"],PARAMETER["X-axis translation",565.4171],PARAMETER["Y-axis translation",50.3319],PARAMETER["Z-axis translation",465.5524],PARAMETER["X-axis rotation",${1.9342 * turn},ANGLEUNIT["microradian",1E-06]],PARAMETER["Y-axis rotation",${-1.6677 * turn},ANGLEUNIT["microradian",1E-06]],PARAMETER["Z-axis rotation",${9.1019 * turn},ANGLEUNIT["microradian",1E-06]],PARAMETER["Scale difference",1.0000040725]]]`

/** Right places: pyproj 3.7.2, PROJ 9.5.1 without grids. */
const SAME_AS: readonly [what: string, text: string, x: number, y: number, lon: number, lat: number][] = [
  [
    'Esri names of datums',
    gaussKruger(`DATUM["D_Pulkovo_1942",${KRASSOWSKY}]`),
    4776043.144827,
    6070957.551818,
    25.2797,
    54.6872,
  ],
  [
    'a height beside it',
    `COMPD_CS["x",${gaussKruger(`DATUM["Pulkovo 1942",${KRASSOWSKY}]`)},VERT_CS["height"]]`,
    4776043.144827,
    6070957.551818,
    25.2797,
    54.6872,
  ],
  [
    'grads from Paris, meridian in degrees',
    'PROJCS["x",GEOGCS["x",DATUM["Nouvelle_Triangulation_Francaise_Paris",SPHEROID["Clarke 1880 (IGN)",6378249.2,293.466021293627]],PRIMEM["Paris",2.33722917],UNIT["grad",0.0157079632679489]],PROJECTION["Lambert_Conformal_Conic_1SP"],PARAMETER["latitude_of_origin",55],PARAMETER["central_meridian",0],PARAMETER["scale_factor",0.999877341],PARAMETER["false_easting",600000],PARAMETER["false_northing",200000],UNIT["metre",1]]',
    600978.060667,
    200008.144209,
    2.35,
    49.5,
  ],
  [
    'grads without a projection',
    'GEOGCS["x",DATUM["Nouvelle_Triangulation_Francaise_Paris",SPHEROID["Clarke 1880 (IGN)",6378249.2,293.466021293627]],PRIMEM["Paris",2.33722917],UNIT["grad",0.0157079632679489]]',
    0.014993,
    54.277855,
    2.349999914,
    48.850000264,
  ],
  [
    'Esri Krovak east and north',
    krovak('PARAMETER["X_Scale",-1.0],PARAMETER["Y_Scale",1.0],PARAMETER["XY_Plane_Rotation",90.0]'),
    -743011.723489,
    -1043823.181388,
    14.42,
    50.08,
  ],
  [
    'Esri Krovak south and west',
    krovak('PARAMETER["X_Scale",1.0],PARAMETER["Y_Scale",1.0],PARAMETER["XY_Plane_Rotation",0.0]'),
    1043823.181388,
    743011.723489,
    14.42,
    50.08,
  ],
  [
    'axes that run south and west',
    'PROJCS["x",GEOGCS["x",DATUM["Hartebeesthoek94",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator_South_Orientated"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",15],PARAMETER["scale_factor",1],UNIT["metre",1]]',
    53858.5028849053,
    2535220.4668124304,
    14.475,
    -22.915,
  ],
  [
    'feet',
    'PROJCS["x",GEOGCS["x",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",984250.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-74.0],PARAMETER["Standard_Parallel_1",41.0333333333333],PARAMETER["Standard_Parallel_2",40.6666666666667],PARAMETER["Latitude_Of_Origin",40.1666666666667],UNIT["US survey foot",0.304800609601219]]',
    1252460.5525647984,
    263192.2751999785,
    -73.03,
    40.885,
  ],
  [
    'a polar parallel',
    'PROJCS["x",GEOGCS["x",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Stereographic_South_Pole"],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",-71.0],UNIT["Meter",1.0]]',
    0,
    1638783.2384072365,
    0,
    -75,
  ],
  [
    'a rotation of the frame in microradians',
    HELMERT('Coordinate Frame rotation (geog2D domain)', 1),
    154986.073175,
    462980.830142,
    5.387,
    52.155,
  ],
  [
    'a rotation of the position vector',
    HELMERT('Position Vector transformation (geog2D domain)', -1),
    154986.073175,
    462980.830142,
    5.387,
    52.155,
  ],
  [
    'a PROJ string with a datum',
    '+proj=utm +zone=17 +datum=NAD27 +units=m +no_defs',
    585342.838424,
    4428022.97778,
    -80,
    40,
  ],
  [
    'a PROJ string with a grid',
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +nadgrids=OSTN15_NTv2_OSGBtoETRS.gsb +units=m +no_defs +type=crs',
    530591.166403,
    179571.065377,
    -0.12,
    51.5,
  ],
  [
    'a PROJ string with axes',
    '+proj=krovak +axis=swu +lat_0=49.5 +lon_0=24.8333333333333 +k=0.9999 +ellps=bessel +towgs84=572.213,85.334,461.94,4.9732,1.529,5.2484,3.5378',
    1160149.652268,
    598682.812879,
    16.6,
    49.2,
  ],
  ['a PROJ string of old', '+init=epsg:2393', 3385823.944983, 6674928.737574, 24.94, 60.17],
  ['a compound code', 'urn:ogc:def:crs:EPSG::7405', 325160.296936, 673646.563033, -3.2, 55.95],
]

describe('a text of a reference system', () => {
  it.each(SAME_AS)('is understood with %s', async (_what, text, x, y, lon, lat) => {
    const found = await systemOfText(text)
    if (!found.ok) throw new Error(found.fault)
    const map = transformationAt(found.system, [x, y])?.toMap(x, y) ?? [NaN, NaN]
    expect(metresBetween(lonLatOf(map), [lon, lat])).toBeLessThan(0.1)
  })

  it('that names no known datum says what was assumed', async () => {
    const tieOf = async (text: string) => {
      const found = await systemOfText(text)
      return found.ok ? transformationAt(found.system, [1, 1])?.tie.kind : found.fault
    }
    expect(await tieOf('+proj=longlat +datum=WGS84')).toBe('same')
    expect(await tieOf('+proj=longlat +ellps=GRS80')).toBe('assumed')
    expect(await tieOf('+proj=longlat +ellps=bessel')).toBe('none')
    expect(await tieOf('+proj=longlat +ellps=bessel +towgs84=1,2,3')).toBe('file')
    // A name that was given to another figure ties nothing.
    expect(
      await tieOf(`GEOGCS["x",DATUM["D_Pulkovo_1942",SPHEROID["x",6377397.155,299.15]],${GREENWICH}]`),
    ).toBe('none')
  })

  it.each([
    ['EPSG:2296', { fault: 'unsupportedCrs', name: 'Ammassalik 1958 / Greenland zone 7 east' }],
    ['EPSG:99999', { fault: 'unknownCrs' }],
    ['+proj=tmerc +ellps=nobody', { fault: 'unsupportedCrs' }],
    ['+proj=tmerc +ellps=bessel +units=rods', { fault: 'unsupportedCrs' }],
    ['+proj=tmerc +ellps=bessel +pm=nowhere', { fault: 'unsupportedCrs' }],
    ['+proj=tmerc +ellps=bessel +axis=abc', { fault: 'unsupportedCrs' }],
    ['+proj=tmerc +ellps=bessel +towgs84=1,2', { fault: 'unsupportedCrs' }],
    ['+proj=tmerc +a=6378137 +f=0.0033', { fault: 'unsupportedCrs' }],
    ['LOCAL_CS["x",UNIT["m",1]]', { fault: 'unsupportedCrs' }],
    ['Vilnius', { fault: 'unknownCrs' }],
  ])('is refused where it would be guessed: %s', async (text, expected) => {
    expect(await systemOfText(text)).toMatchObject({ ok: false, ...expected })
  })
})
