import type { ScanUpload } from './api.ts'

/**
 * A scan with more bytes behind it than its pixels take, at which no reader looks: it is sent as a large one is, and
 * converted as the small one that it is.
 */
export const withBytes = ({ content, fileName }: ScanUpload, bytes: number): ScanUpload => ({
  fileName,
  content: Buffer.concat([content, Buffer.alloc(bytes)]),
})
