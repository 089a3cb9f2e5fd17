import { expect, it } from 'vitest'
import { faultsOfReads } from './page-reads.mjs'

const linesOf = (...lines: string[]) => faultsOfReads(lines.join('\n')).map(({ line }) => line)

it('finds a page that is read once within an expectation, however the value is made of it', () => {
  expect(
    linesOf(
      'expect(await page.locator("b").count()).toBe(0)',
      'expect((await button.boundingBox())!.height, name).toBeGreaterThan(40)',
      'expect([await box.isChecked(), 1]).toEqual([true, 1])',
      'expect(await page.evaluate(() => scrollY)).toBe(0)',
    ),
  ).toEqual([1, 2, 3, 4])
})

it('finds a read through functions of the same file', () => {
  expect(
    linesOf(
      'const titles = () => page.locator("h2").allInnerTexts()',
      'async function first() { return (await titles())[0] }',
      'expect(await first()).toBe("Kaunas")',
    ),
  ).toEqual([3])
})

it('finds a sleep', () => {
  expect(linesOf('await page.waitForTimeout(100)')).toEqual([1])
})

it('leaves polls, values that are not of the page, functions that act, and what is read into a variable first', () => {
  expect(
    linesOf(
      'const after = async (key) => { await page.keyboard.press(key); return page.locator("b").count() }',
      'await expect.poll(() => page.locator("b").count()).toBe(0)',
      'await expect.poll(async () => (await box.boundingBox())!.y).toBe(0)',
      'await stays(page, () => page.locator("b").count()).toBe(0)',
      'expect(await callApi(user, getMap, { params: { id } })).toMatchObject({ id })',
      'expect(await after("Tab")).toBe(1)',
      'const before = await page.locator("b").count()',
      'expect(before).toBe(0)',
    ),
  ).toEqual([])
})
