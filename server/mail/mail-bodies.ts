import type { MailLanguage } from '../../contract/api/mail.ts'

/** A mail in words, before it is made a text and a page. */
export interface Mail {
  readonly language: MailLanguage
  readonly subject: string
  /** Paragraphs. */
  readonly paragraphs: readonly string[]
  readonly link: { readonly label: string; readonly url: string }
  /** Small at its end. */
  readonly footer: string
  /** Where mails of this kind are switched off: by a POST, without signing in. */
  readonly offUrl?: string
}

const SUBJECT_MAX = 150

/** A text of one row, of characters that are seen, as a header may carry it. */
export function oneRow(text: string): string {
  const row = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const letters = Array.from(row)
  return letters.length > SUBJECT_MAX ? `${letters.slice(0, SUBJECT_MAX - 1).join('')}…` : row
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]!)

/** The mail as plain text. */
export function mailText({ paragraphs, link, footer }: Mail): string {
  return [...paragraphs, `${link.label}:\n${link.url}`, `-- \n${footer}`].join('\n\n')
}

/** The mail as a page without pictures, scripts or anything from elsewhere. */
export function mailHtml({ language, subject, paragraphs, link, footer }: Mail): string {
  const rows = paragraphs.map((text) => `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`)
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em">',
    ...rows,
    `<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>`,
    `<p style="font-size:13px">${escaped(footer)}</p></body></html>`,
  ].join('\n')
}
