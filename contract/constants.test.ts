import { expect, it } from 'vitest'
import {
  CATALOG_TITLE_MAX,
  MAX_DIGITS,
  MAX_LENGTH,
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
  })
  expect([MAX_DIGITS, MIN_YEAR, MAX_YEAR]).toEqual([20, -9999, 9999])
  expect([CATALOG_TITLE_MAX, USERNAME_MIN, USERNAME_MAX, PASSWORD_MIN]).toEqual([50, 3, 30, 6])
})
