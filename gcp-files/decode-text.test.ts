import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const TEXT = 'px\tpy\tx\ty\tnote\n1,5\t2\t3\t4\tŽaliakalnis\n'
const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes)
}

it('decodes UTF-8 and UTF-16 of either byte order, with and without a mark', () => {
  for (const mark of ['\uFEFF', '']) {
    expect(decodeText(new TextEncoder().encode(mark + TEXT))).toBe(TEXT)
    expect(decodeText(utf16(mark + TEXT, false))).toBe(TEXT)
    expect(decodeText(utf16(mark + TEXT, true))).toBe(TEXT)
  }
})

it('decodes an empty file and a single byte', () => {
  expect(decodeText(new Uint8Array())).toBe('')
  expect(decodeText(new Uint8Array([0x41]))).toBe('A')
})
