/**
 * Why control points give no warp. The kernel (`wasm-tps/src/error.rs`), the worker, the server and the interface name
 * it alike. The first four texts are the specification's, to the letter.
 */
export const FIT_ERROR_CODES = [
  'insufficientControlPoints',
  'duplicateControlPoints',
  'collinearControlPoints',
  'matrixTransformationFailed',
  'controlPointConflict',
  'controlPointNotFinite',
  'controlPointOutOfWorld',
  'tooManyControlPoints',
  'pointsTooFarApart',
  'controlPointOutsideProjection',
  'projectionUnusable',
] as const

export type FitErrorCode = (typeof FIT_ERROR_CODES)[number]

/**
 * Everything that can be expected to go wrong with a scan or a warp. `code` is also the key under `errors.raster.*`
 * of the interface texts, so that a failure recorded by a job can be shown in the reader's language.
 */
export const RASTER_ERROR_CODES = [
  // What was uploaded
  'emptyFile',
  'unsupportedFormat',
  'extensionMismatch',
  'unsupportedCompression',
  'unsupportedLayout',
  'damagedImage',
  'noImage',
  'tooManyPixels',
  // The child process that decodes
  'decoderOutOfMemory',
  'decoderStalled',
  'decoderCrashed',
  ...FIT_ERROR_CODES,
  // The warp
  'emptyFootprint',
  'horizonInScan',
  'outputTooLarge',
  'invalidMask',
  'outsideSystem',
  'inexactSystem',
  'scanUnreadable',
  'diskFull',
  'warpThreadFailed',
  'tookTooLong',
  'cancelled',
] as const

export type RasterErrorCode = (typeof RASTER_ERROR_CODES)[number]

/** Values that a translated text may name, such as the pixel limit or the number of a point. */
export type RasterErrorDetails = Readonly<Record<string, string | number>>

/** English texts for logs, the batch command and clients that do not translate. */
export const RASTER_ERROR_MESSAGES: Record<RasterErrorCode, string> = {
  emptyFile: 'The file is empty',
  unsupportedFormat: 'Unsupported file format',
  extensionMismatch: 'The content of the file does not match its name',
  unsupportedCompression: 'This TIFF compression is not supported',
  unsupportedLayout: 'This arrangement of the image’s samples is not supported',
  damagedImage: 'The image is damaged or incomplete',
  noImage: 'The file holds no image',
  tooManyPixels: 'The image has too many pixels',
  decoderOutOfMemory: 'The image needs too much memory to be read',
  decoderStalled: 'Reading the image took too long',
  decoderCrashed: 'The image could not be read',
  insufficientControlPoints: 'Insufficient control points',
  duplicateControlPoints: 'Duplicate control points detected',
  collinearControlPoints: 'Collinear control points',
  matrixTransformationFailed: 'Matrix transformation failed',
  controlPointConflict: 'Control points contradict each other',
  controlPointNotFinite: 'A coordinate of a control point is not a number',
  controlPointOutOfWorld:
    'A control point lies outside the map, which ends at 85.05° north and south. Move it back, or delete it.',
  tooManyControlPoints: 'Too many control points',
  pointsTooFarApart:
    'The control points reach further than once round the world, which a map can show only once. Check those furthest to the east and west.',
  controlPointOutsideProjection: 'A control point lies outside the projection of the map',
  projectionUnusable:
    'The projection of the map cannot be computed: give an EPSG code, a PROJ text or a WKT, or leave it out',
  emptyFootprint: 'The control points leave nothing of the scan on the map',
  horizonInScan:
    'The projective transformation has its horizon within the scan: beyond it nothing can be placed. Check the points, choose TPS or Affine, or crop the scan at the horizon',
  outputTooLarge: 'The transformed map would be too large',
  invalidMask: 'The crop mask is not a polygon on the scan',
  outsideSystem:
    'The map does not lie where this coordinate system can be used: choose one made for its area, or EPSG:3857, which fits everywhere',
  inexactSystem:
    'It is not known how exactly this coordinate system lies to WGS 84: choose another, such as UTM or EPSG:3857',
  scanUnreadable: 'The converted scan could not be read',
  diskFull: 'There is not enough disk space',
  warpThreadFailed:
    'The transformation could not be computed: the server stopped it. Your points are kept: try again, and tell whoever runs this instance if it fails again.',
  tookTooLong: 'The work took too long and was stopped',
  cancelled: 'Cancelled',
}

/** The key of a code's text. */
export const rasterErrorKey = <Code extends RasterErrorCode>(code: Code) => `errors.raster.${code}` as const

/** The code whose text has the key; undefined where it is another text's. */
export function rasterErrorOfKey(key: string): RasterErrorCode | undefined {
  return RASTER_ERROR_CODES.find((code) => rasterErrorKey(code) === key)
}

/** Whether what the kernel threw says why control points give no warp. */
export function isFitErrorCode(value: unknown): value is FitErrorCode {
  return typeof value === 'string' && (FIT_ERROR_CODES as readonly string[]).includes(value)
}

/** Whether a value from outside (a message of the child) is one of our codes. */
export function isRasterErrorCode(value: unknown): value is RasterErrorCode {
  return typeof value === 'string' && (RASTER_ERROR_CODES as readonly string[]).includes(value)
}
