/** Longer titles are cut: a disk takes names of some 255 bytes, and letters take up to four. */
const MOST_LETTERS = 100

/** What some system does not allow in the name of a file. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}\p{Cs}]+/gu

/** A title as the beginning of a file's name; `otherwise` where nothing of it is left. */
function nameOf(title: string, otherwise: string): string {
  const allowed = title.replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ')
  const name = Array.from(allowed)
    .slice(0, MOST_LETTERS)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '')
  return name === '' ? otherwise : name
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export interface NamedFile {
  readonly mapId: string
  readonly title: string
  /** Ends the name, with its point. */
  readonly ending: string
}

/**
 * The value of Content-Disposition that names a file after its map: in full (RFC 6266), and in plain letters for programs
 * that do not read that.
 *
 * @param kind `inline`: it may be shown as well, the name is for who saves it
 */
export function fileDisposition(kind: 'attachment' | 'inline', { mapId, title, ending }: NamedFile): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, ' ')
  return `${kind}; filename="${nameOf(plain, mapId)}${ending}"; filename*=UTF-8''${encoded(nameOf(title, mapId) + ending)}`
}
