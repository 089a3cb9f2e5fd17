/** Why what is at a IIIF address cannot become a map; the code is also the end of its text's key `errors.import.*`. */
export type ImportFailureCode =
  | 'notIiif' //    neither a manifest nor an image service
  | 'collection' // several things, of which each has a manifest of its own
  | 'noImages'
  | 'noWhole' //    pieces from which no whole can be made
  | 'tooLarge' //   `megapixels` and `limit`
  | 'choosePage'
  | 'noSuchPage'

/** An expected failure of reading what is at a IIIF address. */
export class ImportFailure extends Error {
  readonly code: ImportFailureCode
  readonly details: Readonly<Record<string, number>>

  constructor(code: ImportFailureCode, details: Readonly<Record<string, number>> = {}) {
    super(`importing from IIIF: ${code}`)
    this.name = 'ImportFailure'
    this.code = code
    this.details = details
  }
}
