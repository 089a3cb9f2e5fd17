/** Samples of a pixel as a scan stores them. */
export interface ScanSamples {
  /** Without alpha. */
  readonly colours: number
  readonly hasAlpha: boolean
}
