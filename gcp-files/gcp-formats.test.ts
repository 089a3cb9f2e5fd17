import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GCP_FILE_FORMATS, READABLE_FORMATS } from './gcp-file.ts'
import type { GcpFormat } from './gcp-file.ts'
import { GCP_FORMATS } from './gcp-formats.ts'
import { ANNOTATION_FORMAT } from './write-annotation.ts'

const text = readFileSync(new URL('../docs/formats.md', import.meta.url), 'utf8')

/** The cells of a format's row in the documentation. */
function documented(format: string) {
  const row = text.split('\n').find((line) => line.split('|')[2]?.trim() === `\`${format}\``)
  if (!row) throw new Error(`docs/formats.md has no row for ${format}`)
  const [, , , extension = '', , written = '', system = '', flags = '', notes = ''] = row
    .split('|')
    .map((cell) => cell.trim())
  return { extension, written, system, flags, notes }
}

describe('the table of docs/formats.md', () => {
  const formats: (readonly [string, Omit<GcpFormat, 'write'>])[] = [
    ...GCP_FILE_FORMATS.map((format) => [format, GCP_FORMATS[format]] as const),
    ['annotation', ANNOTATION_FORMAT],
  ]

  it.each(formats)('says of %s what its descriptor says', (format, descriptor) => {
    const { extension, written, system, flags, notes } = documented(format)
    expect(extension).toContain(`\`.${descriptor.extension}\``)
    expect(written).not.toMatch(/^no\b/)
    expect(system.startsWith('longitude and latitude')).toBe(descriptor.isGeographic === true)
    expect(system.startsWith('not named')).toBe(descriptor.namesNoCrs === true)
    expect(flags).toMatch(descriptor.keepsFlags ? /^kept/ : /^left out/)
    expect(notes).toMatch(descriptor.keepsNotes ? /^kept/ : /^lost/)
  })

  it.each(READABLE_FORMATS)('has a row for %s, which is read', (format) => {
    expect(documented(format).extension).not.toBe('')
  })
})
