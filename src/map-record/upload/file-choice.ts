import { MAX_UPLOAD_BYTES } from '../../../contract/constants.ts'
import { scanExtension } from '../../../contract/rules/map-fields.ts'

export type FileFault = 'required' | 'unsupported' | 'tooLarge' | 'empty' | 'noPicture'

/** What is wrong with the file to upload as its name and size tell it, or undefined. */
export function fileFault(
  file: { readonly name: string; readonly size: number } | null,
): FileFault | undefined {
  if (!file) return 'required'
  if (scanExtension(file.name) === undefined) return 'unsupported'
  if (file.size === 0) return 'empty'
  return file.size > MAX_UPLOAD_BYTES ? 'tooLarge' : undefined
}

/** Bytes that tell one kind of picture from another. */
const HEAD_BYTES = 12

/** How files of the accepted kinds begin; a dot is any byte. */
const BEGINNINGS = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF....WEBP/s,
  // TIFF and BigTIFF, in both orders of bytes.
  /^II[*+]\0/,
  /^MM\0[*+]/,
]

/**
 * Whether a file begins as a picture of the accepted kinds does, whatever its name says. The server still decides; this
 * tells at once. True where the file cannot be read here.
 */
export async function isPicture(file: Blob): Promise<boolean> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
    const text = String.fromCharCode(...head)
    return BEGINNINGS.some((beginning) => beginning.test(text))
  } catch {
    return true
  }
}

/** A title to begin with: the file's name without extension, `_` and `-` as spaces. */
export function titleOfFile(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
