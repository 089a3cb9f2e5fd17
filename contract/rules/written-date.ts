import edtf from 'edtf'
import { MAX_YEAR, MIN_YEAR } from '../constants.ts'

/** What a date as an archive writes it may mean. */
export interface DateRange {
  /** First and last year, both included. */
  readonly from: number
  readonly to: number
  /** The archive itself is not sure: "c.", a question mark, an end that is open, a part of a century. */
  readonly isUnsure: boolean
}

/** Years on either side that "c. 1850" and "1850?" may mean as well. */
export const UNSURE_YEARS = 5
/** How far "before 1900" and "after 1850" reach: an open end would be found by every year that there is. */
export const OPEN_YEARS = 100

/**
 * Reads a date as archives write it: EDTF (ISO 8601-2), and the plain forms of English and Lithuanian, such as
 * "c. 1850", "1840–1860", "184?", "before 1900", "apie 1850 m.", "XIX a. pab.".
 *
 * Decision: docs/decisions/2026-11-24-dates-as-archives-write-them.md
 *
 * @returns null where it cannot be understood, or begins after it ends
 */
export function readWrittenDate(text: string): DateRange | null {
  const range = rangeOf(plain(text))
  return range && range.from >= MIN_YEAR && range.to <= MAX_YEAR && range.from <= range.to ? range : null
}

/** Small letters, one space, one kind of hyphen, without what says nothing: "year", "m.", the cataloguer's brackets. */
function plain(text: string): string {
  const trimmed = text.trim()
  return (/^\[[^[\]{},]*\]$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed)
    .toLowerCase()
    .replace(/[‐‑‒−]/g, '-')
    .replace(/(?<=\d)\s*(?:m\.?|metai|metų|metais|year)(?=\s|$|[-–—])/g, '')
    .replace(/^(?:the |in |year |metai )+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const rangeOf = (words: string): DateRange | null =>
  betweenYears(words) ?? openRange(words) ?? century(words) ?? decade(words) ?? byEdtf(marked(words))

const YEAR = String.raw`(-?\d{3,4})`
const BETWEEN = new RegExp(
  String.raw`^(?:between |from |tarp |nuo )?${YEAR}\s?(–|—|-|to|and|iki|ir)\s?${YEAR}$`,
)
/** The second year by its last two digits: "1840–60". With a hyphen it may be a month, which EDTF reads. */
const SHORT_END = new RegExp(String.raw`^(\d{2})(\d{2})\s?([–—-])\s?(\d{2})$`)

function betweenYears(words: string): DateRange | null {
  const whole = BETWEEN.exec(words.replace(/\s*([–—])\s*/g, '$1').replace(/(\d) - (\d)/g, '$1-$2'))
  if (whole) return sure(Number(whole[1]), Number(whole[3]))
  const [, hundreds, start, dash, end] = SHORT_END.exec(words) ?? []
  if (hundreds === undefined || (dash === '-' && Number(end) >= 1 && Number(end) <= 12)) return null
  return sure(Number(`${hundreds}${start}`), Number(`${hundreds}${end}`))
}

const BEFORE = /^(?:before|prieš|ante) (-?\d{1,4})$/
const UNTIL = /^(?:until|till|to|by|not after|no later than|iki|ne vėliau kaip) (-?\d{1,4})$/
const AFTER = /^(?:after|po|post) (-?\d{1,4})$/
const SINCE = /^(?:since|from|not before|no earlier than|nuo|ne anksčiau kaip) (-?\d{1,4})$/

function openRange(words: string): DateRange | null {
  const [before, until, after, since] = [BEFORE, UNTIL, AFTER, SINCE].map((form) => form.exec(words)?.[1])
  if (before !== undefined) return upTo(Number(before) - 1)
  if (until !== undefined) return upTo(Number(until))
  if (after !== undefined) return onFrom(Number(after) + 1)
  return since === undefined ? null : onFrom(Number(since))
}

const sure = (from: number, to: number): DateRange => ({ from, to, isUnsure: false })
const upTo = (to: number): DateRange => ({
  from: Math.max(MIN_YEAR, to - OPEN_YEARS + 1),
  to,
  isUnsure: true,
})
const onFrom = (from: number): DateRange => ({
  from,
  to: Math.min(MAX_YEAR, from + OPEN_YEARS - 1),
  isUnsure: true,
})

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi']
const NUMERALS = [...ROMAN, 'xii', 'xiii', 'xiv', 'xv', 'xvi', 'xvii', 'xviii', 'xix', 'xx', 'xxi']

/** Years of a century, counted from 1, that a part of it means. */
const PARTS: readonly (readonly [words: RegExp, from: number, to: number])[] = [
  [/^$/, 1, 100],
  [/^(?:early|beginning of(?: the)?|pradžia|pr\.?)$/, 1, 30],
  [/^(?:mid|middle of(?: the)?|vidurys|vid\.?)$/, 31, 70],
  [/^(?:late|end of(?: the)?|pabaiga|pab\.?)$/, 71, 100],
  [/^(?:first half of(?: the)?|1st half of(?: the)?|pirmoji pusė|pirma pusė|i pusė|i p\.|1 pusė)$/, 1, 50],
  [
    /^(?:second half of(?: the)?|2nd half of(?: the)?|antroji pusė|antra pusė|ii pusė|ii p\.|2 pusė)$/,
    51,
    100,
  ],
]

const ENGLISH_CENTURY = /^(.*?)[ -]?\b(\d{1,2})(?:st|nd|rd|th)[ -](?:century|cent\.?|c\.?)$/
const LITHUANIAN_CENTURY = /^([ivx]{1,5}|\d{1,2}) (?:a\.?|amžius|amž\.?|amžiaus)(?: (.*))?$/

function century(words: string): DateRange | null {
  const english = ENGLISH_CENTURY.exec(words)
  const lithuanian = LITHUANIAN_CENTURY.exec(words)
  const [number = '', part = ''] = english ? [english[2], english[1]] : lithuanian ? lithuanian.slice(1) : []
  const nth = /^\d+$/.test(number) ? Number(number) : NUMERALS.indexOf(number) + 1
  const known = PARTS.find(([form]) => form.test(part.trim()))
  if (nth < 1 || nth > NUMERALS.length || !known) return null
  const [form, from, to] = known
  const first = (nth - 1) * 100
  return { from: first + from, to: first + to, isUnsure: form !== PARTS[0]?.[0] }
}

/** "1840s", "1840-ieji"; of a year with two noughts it may be the whole century. */
function decade(words: string): DateRange | null {
  const found = /^(c\.? |ca\.? |circa |apie )?(\d{2,3}0)(?:'?s|-ieji|-aisiais|-ųjų)$/.exec(words)
  if (!found) return null
  const first = Number(found[2])
  const length = first % 100 === 0 ? 100 : 10
  const more = found[1] === undefined ? 0 : UNSURE_YEARS
  return { from: first - more, to: first + length - 1 + more, isUnsure: more > 0 }
}

const ABOUT =
  /^(?:c\.?|ca\.?|circa|about|around|approx\.?|approximately|apie|apytiksliai|maždaug|~) ?(?=[\d-])/

/** The plain signs of doubt as EDTF writes them. */
function marked(words: string): string {
  const about = ABOUT.exec(words)
  const date = about ? words.slice(about[0].length) : words
  const known = date
    // Digits that nobody knows: "184?", "18??", "18--", "184-?".
    .replace(/^(\d{3})[?\-_xu]\??$/, '$1X')
    .replace(/^(\d{2})(?:\?\?|--|__|xx|uu)\??$/, '$1XX')
    .replace(/ ?\(\?\)$| \?$/, '?')
  return about ? `${known.replace(/[?~%]$/, '')}~` : known
}

/** Of EDTF what a map can be from: a day, a month, a year, digits left open, an interval. */
const EDTF = /^(?:-?\d{4}(?:-\d{2}){0,2}[?~%]?|\d{3}X|\d{2}XX)(?:\/(?:-?\d{4}(?:-\d{2}){0,2}[?~%]?|\.\.)?)?$/
const OPEN_START = /^(?:\.\.)?\/(-?\d{4}(?:-\d{2}){0,2}[?~%]?)$/

function byEdtf(text: string): DateRange | null {
  const end = OPEN_START.exec(text)?.[1]
  if (end !== undefined) {
    const known = byEdtf(end)
    return known && upTo(known.to)
  }
  // About a decade or a century that is written with open digits there is nothing to add.
  const known = text.toUpperCase().replace(/(?<=X)~$/, '')
  if (!EDTF.test(known)) return null
  const [first = '', last] = known.split('/')
  const from = one(first)
  if (!from || last === undefined) return from
  if (last === '' || last === '..') return onFrom(from.from)
  const to = one(last)
  return to && { from: from.from, to: to.to, isUnsure: from.isUnsure || to.isUnsure }
}

function one(text: string): DateRange | null {
  try {
    const date = edtf(text)
    const yearOf = (milliseconds: number) => new Date(milliseconds).getUTCFullYear()
    const isUnsure = /[?~%]$/.test(text)
    const more = isUnsure ? UNSURE_YEARS : 0
    return { from: yearOf(date.min) - more, to: yearOf(date.max) + more, isUnsure }
  } catch {
    return null // No date of the calendar, such as a thirteenth month.
  }
}
