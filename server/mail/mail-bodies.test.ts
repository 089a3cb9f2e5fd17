import { expect, it } from 'vitest'
import { type Mail, mailHtml, mailText, oneRow } from './mail-bodies.ts'

const mail: Mail = {
  language: 'en',
  subject: 'A <b>subject</b>',
  paragraphs: ['Hello, "A" & <script>alert(1)</script>', 'two\nrows'],
  link: { label: 'Open', url: 'https://example.org/a?b=1&c="' },
  footer: 'Sent by <us>',
}

it('says the same as text and as a page, in which nothing of what it says is markup', () => {
  expect(mailText(mail)).toContain('Hello, "A" & <script>alert(1)</script>')
  expect(mailText(mail)).toContain('https://example.org/a?b=1&c="')
  const html = mailHtml(mail)
  expect(html).not.toMatch(/<script|<b>|<us>/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('href="https://example.org/a?b=1&amp;c=&quot;"')
  expect(html).toContain('two<br>rows')
})

it('makes one row of what has several, with characters that are seen', () => {
  expect(oneRow('A\r\nBcc: all@example.org')).toBe('A Bcc: all@example.org')
  expect(oneRow(' a\u2028b\u0000c\u202Ed\tē ')).toBe('a b c d ē')
  expect(Array.from(oneRow('🗺'.repeat(500)))).toHaveLength(150)
})
