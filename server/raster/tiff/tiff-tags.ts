/** Numbers of the fields that are read or written: TIFF 6.0, GeoTIFF 1.1, and GDAL's own. */
export const TAG = {
  newSubfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  imageDescription: 270,
  stripOffsets: 273,
  samplesPerPixel: 277,
  planarConfiguration: 284,
  software: 305,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  yCbCrSubsampling: 530,
  copyright: 33432,
  pixelScale: 33550,
  tiePoints: 33922,
  transformation: 34264,
  geoKeys: 34735,
  gdalMetadata: 42112,
  noData: 42113,
} as const

/** Field types of TIFF 6.0 and BigTIFF that are written. */
export const FIELD_TYPE = { ascii: 2, short: 3, long: 4, double: 12, undefined: 7, long8: 16 } as const
