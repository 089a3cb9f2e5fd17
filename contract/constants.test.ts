import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { messageText } from './api/messages.ts'
import {
  CATALOG_TITLE_MAX,
  MAX_CONTROL_POINTS,
  MAX_DIGITS,
  MAX_LENGTH,
  MAX_MASK_CORNERS,
  MAX_MASK_RINGS,
  MAX_UPLOAD_BYTES,
  MAX_YEAR,
  MIN_YEAR,
  PASSWORD_MIN,
  POST_UPLOAD_DELAY_MS,
  SCAN_EXTENSIONS,
  USERNAME_MAX,
  USERNAME_MIN,
} from './constants.ts'

it('lets 20 GiB of seven formats be uploaded, and leaves the dialog two seconds after', () => {
  expect(MAX_UPLOAD_BYTES).toBe(21_474_836_480)
  expect(SCAN_EXTENSIONS.toSorted()).toEqual(['gif', 'jpeg', 'jpg', 'png', 'tif', 'tiff', 'webp'])
  expect(POST_UPLOAD_DELAY_MS).toBe(2_000)
})

it('bounds every text and number of a map, a catalog and an account', () => {
  expect(MAX_LENGTH).toEqual({
    title: 255,
    date: 60,
    modernTitle: 255,
    alternativeTitle: 255,
    sheetNumber: 50,
    creator: 100,
    publisher: 100,
    description: 5000,
    attribution: 500,
    shelfmark: 100,
    institution: 255,
    catalogueUrl: 2_000,
    sheetBounds: 80,
  })
  expect([MAX_DIGITS, MIN_YEAR, MAX_YEAR]).toEqual([20, -9999, 9999])
  expect([CATALOG_TITLE_MAX, USERNAME_MIN, USERNAME_MAX, PASSWORD_MIN]).toEqual([50, 3, 30, 6])
})

it('takes 2,000 control points and crops of 10,000 corners, and its texts say so in both languages', () => {
  expect([MAX_CONTROL_POINTS, MAX_MASK_RINGS, MAX_MASK_CORNERS]).toEqual([2_000, 100, 10_000])
  const textsOf = (language: string) =>
    (JSON.parse(readFileSync(`locales/${language}/errors.json`, 'utf8')) as { transform: Texts }).transform
  type Texts = Record<'tooManyControlPoints' | 'tooManyCorners', string>
  const ours = {
    tooManyControlPoints: messageText('errors.transform.tooManyControlPoints'),
    tooManyCorners: messageText('errors.transform.tooManyCorners'),
  }
  for (const texts of [ours, textsOf('en'), textsOf('lt')]) {
    // Thousands are parted by a comma, or by a space that does not break.
    const plain = (text: string) => text.replaceAll(/(?<=\d)[,\s](?=\d{3})/g, '')
    expect(plain(texts.tooManyControlPoints)).toContain(String(MAX_CONTROL_POINTS))
    expect(plain(texts.tooManyCorners)).toContain(String(MAX_MASK_RINGS))
    expect(plain(texts.tooManyCorners)).toContain(String(MAX_MASK_CORNERS))
  }
})
