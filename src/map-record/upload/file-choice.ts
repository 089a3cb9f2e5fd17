import { MAX_UPLOAD_BYTES } from '../../../contract/constants.ts'
import { scanExtension } from '../../../contract/rules/map-fields.ts'

/** `convert`: a page or picture of a kind that is not read, but can be saved as one that is. */
export type FileFault = 'required' | 'unsupported' | 'convert' | 'tooLarge' | 'empty' | 'noPicture'

/** Endings of documents and pictures that other programs save as JPEG or PNG: PDF, JPEG 2000, HEIC, DjVu and others. */
const CONVERTIBLE = /\.(?:pdf|jp2|j2k|j2c|jpf|jpx|jpm|heic|heif|avif|jxl|djvu|djv|bmp|psd|svg|eps)$/i

/** What is wrong with the file to upload as its name and size tell it, or undefined. */
export function fileFault(
  file: { readonly name: string; readonly size: number } | null,
): FileFault | undefined {
  if (!file) return 'required'
  if (scanExtension(file.name) === undefined) return CONVERTIBLE.test(file.name) ? 'convert' : 'unsupported'
  if (file.size === 0) return 'empty'
  return file.size > MAX_UPLOAD_BYTES ? 'tooLarge' : undefined
}

/** Later ones are as often the year in which a map was scanned. */
const LAST_YEAR_OF_MAP = 1979

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

/** How files begin that other programs save as JPEG or PNG, in the order of `CONVERTIBLE`. */
const CONVERTIBLE_BEGINNINGS = [
  /^%PDF-/,
  /^\0\0\0\f(?:jP {2}|JXL )\r\n\x87\n/,
  /^\xff\x4f\xff\x51/,
  // HEIC, HEIF and AVIF
  /^....ftyp(?:hei|hev|mif1|msf1|avi[fs])/s,
  /^\xff\n/,
  /^AT&TFORM/,
  /^8BPS/,
]

/**
 * Whether a file begins as a picture of the accepted kinds does, whatever its name says. The server still decides; this
 * tells at once.
 *
 * @returns what is wrong, or undefined; undefined too where the file cannot be read here
 */
export async function contentFault(file: Blob): Promise<'convert' | 'noPicture' | undefined> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
    const text = String.fromCharCode(...head)
    const begins = (beginning: RegExp) => beginning.test(text)
    if (BEGINNINGS.some(begins)) return undefined
    return CONVERTIBLE_BEGINNINGS.some(begins) ? 'convert' : 'noPicture'
  } catch {
    return undefined
  }
}

/** A year to begin with: the only number of a file's name that is one, and too old for the day of the scan. */
export function yearOfFile(name: string): string {
  const years = new Set(name.match(/(?<!\d)1[4-9]\d\d(?!\d)/g))
  const [year = ''] = years
  return years.size === 1 && Number(year) <= LAST_YEAR_OF_MAP ? year : ''
}

/** A title to begin with: the file's name without extension, `_` and `-` as spaces. */
export function titleOfFile(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
