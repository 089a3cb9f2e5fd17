/**
 * The text of a file of control points: UTF-8, or UTF-16 as Excel and Windows' editor save "Unicode", told by the
 * byte-order mark, or by the zero that stands beside the first letter where there is no mark.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return 'utf-8'
}
