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
  // The fit: the specification's literal texts
  'insufficientControlPoints',
  'duplicateControlPoints',
  'collinearControlPoints',
  'matrixTransformationFailed',
  'controlPointConflict',
  'controlPointNotFinite',
  'controlPointOutOfWorld',
  'tooManyControlPoints',
  'pointsTooFarApart',
  // The warp
  'emptyFootprint',
  'outputTooLarge',
  'invalidMask',
  'scanUnreadable',
  'diskFull',
  'warpThreadFailed',
  'cancelled',
] as const

export type RasterErrorCode = (typeof RASTER_ERROR_CODES)[number]

/** Values that a translated text may name, such as the pixel limit or the number of a point. */
export type RasterErrorDetails = Readonly<Record<string, string | number>>

/** English texts for logs, the batch command and clients that do not translate. */
const MESSAGES: Record<RasterErrorCode, string> = {
  emptyFile: 'The file is empty',
  unsupportedFormat: 'Unsupported file format',
  extensionMismatch: 'The content of the file does not match its name',
  unsupportedCompression: 'The TIFF uses a compression that cannot be read',
  unsupportedLayout: 'The image stores its samples in a way that cannot be read',
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
  controlPointConflict: 'Two control points contradict each other',
  controlPointNotFinite: 'A control point is not a finite number',
  controlPointOutOfWorld: 'A control point lies outside the world',
  tooManyControlPoints: 'Too many control points',
  pointsTooFarApart: 'Control points lie more than half a world apart',
  emptyFootprint: 'The control points leave nothing of the scan on the map',
  outputTooLarge: 'The warped map would be too large',
  invalidMask: 'The crop mask is not a polygon on the scan',
  scanUnreadable: 'The converted scan could not be read',
  diskFull: 'There is not enough disk space',
  warpThreadFailed: 'A warp thread stopped',
  cancelled: 'Cancelled',
}

/**
 * An expected failure of the raster room. `messageKey` is what the API sends for translation; `details` are the
 * values that the text names. Jobs store `code` and `details`.
 */
export class RasterError extends Error {
  readonly code: RasterErrorCode
  readonly details: RasterErrorDetails

  constructor(code: RasterErrorCode, details: RasterErrorDetails = {}, options?: ErrorOptions) {
    super(MESSAGES[code], options)
    this.name = 'RasterError'
    this.code = code
    this.details = details
  }

  get messageKey(): string {
    return `errors.raster.${this.code}`
  }

  /** Status for the API: the caller's file or points (400, 413), our disk (507), or our own fault (500). */
  get status(): 400 | 413 | 499 | 500 | 507 {
    if (this.code === 'diskFull') return 507
    if (this.code === 'cancelled') return 499
    if (this.code === 'warpThreadFailed' || this.code === 'scanUnreadable') return 500
    return this.code === 'tooManyPixels' ? 413 : 400
  }
}

/** Whether a value from outside (a message of the child) is one of our codes. */
export function isRasterErrorCode(value: unknown): value is RasterErrorCode {
  return typeof value === 'string' && (RASTER_ERROR_CODES as readonly string[]).includes(value)
}
