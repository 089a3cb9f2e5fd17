import type { ScanFormat } from './converted-scan.ts'

const EXTENSIONS: Readonly<Record<string, ScanFormat>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  tif: 'tiff',
  tiff: 'tiff',
  gif: 'gif',
}

/** The format that a file name's extension (with or without dot, any case) promises. */
export function formatOfExtension(extension: string): ScanFormat | undefined {
  return EXTENSIONS[extension.replace(/^\./, '').toLowerCase()]
}

/** The format that the first 16 bytes of a file show, or undefined for anything that is not accepted. */
export function sniffFormat(head: Buffer): ScanFormat | undefined {
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (/^(II[\x2a\x2b]\0|MM\0[\x2a\x2b])/.test(text)) return 'tiff'
  return undefined
}

/** The extension (without the dot) that files of a format get. */
export function extensionOfFormat(format: ScanFormat): string {
  return format === 'tiff' ? 'tif' : format === 'jpeg' ? 'jpg' : format
}
