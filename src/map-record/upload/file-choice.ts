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

/** How files of the accepted kinds begin, by the extension that they are sent with; a dot is any byte. */
const BEGINNINGS = [
  ['jpg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF....WEBP/s],
  // TIFF and BigTIFF, in both orders of bytes.
  ['tif', /^II[*+]\0/],
  ['tif', /^MM\0[*+]/],
] as const

/** Other names of those extensions. */
const SAME_AS: Readonly<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif' }

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

type Content = (typeof BEGINNINGS)[number][0] | 'convert' | 'other'

/** What a file is by its first bytes, whatever its name says; undefined where it cannot be read here. */
async function contentOf(file: Blob): Promise<Content | undefined> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
    const text = String.fromCharCode(...head)
    const kind = BEGINNINGS.find(([, beginning]) => beginning.test(text))
    if (kind) return kind[0]
    return CONVERTIBLE_BEGINNINGS.some((beginning) => beginning.test(text)) ? 'convert' : 'other'
  } catch {
    return undefined
  }
}

/**
 * What is wrong with the file to upload: a picture of an accepted kind is taken under any name. The server still decides;
 * this tells at once.
 */
export async function scanFault(file: File | null): Promise<FileFault | undefined> {
  const byName = fileFault(file)
  if (!file || file.size === 0 || file.size > MAX_UPLOAD_BYTES) return byName
  const content = await contentOf(file)
  if (content === undefined) return byName
  if (content === 'convert') return 'convert'
  return content === 'other' ? (byName ?? 'noPicture') : undefined
}

const named = new WeakMap<File, Promise<File>>()

/**
 * The file as it is sent: with an extension that fits what is in it, which the server asks for. The same file each time,
 * for one that is sent again is known by that.
 */
export function namedByContent(file: File): Promise<File> {
  const known = named.get(file) ?? withExtension(file)
  named.set(file, known)
  return known
}

async function withExtension(file: File): Promise<File> {
  const content = await contentOf(file)
  if (content === undefined || content === 'convert' || content === 'other') return file
  const extension = scanExtension(file.name)
  if (extension !== undefined && (SAME_AS[extension] ?? extension) === content) return file
  return new File([file], `${file.name}.${content}`, { type: file.type, lastModified: file.lastModified })
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
