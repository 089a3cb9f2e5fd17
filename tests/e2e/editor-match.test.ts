import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newUser } from '../support/api.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { addConverted } from '../support/map-templates.ts'
import { drawnSheet } from '../support/scans.ts'
import { type EditorStage, openEditor, placeOf, setEditorStage } from './editor-stage.ts'
import { pointCount, pressTool } from './main-job-editor.ts'

/** Of the first scan. The second is a part of it, smaller, and tinted. */
const [WIDTH, HEIGHT] = [900, 700]
const CROP = { left: 120, top: 60, width: 700, height: 600 }
const SCALE = 0.8
/** The fifth lies beyond the second scan. */
const PLACES: readonly (readonly [number, number])[] = [
  [200, 150],
  [700, 170],
  [690, 560],
  [230, 540],
  [60, 350],
]

let stage: EditorStage
let user: Awaited<ReturnType<typeof newUser>>
let second: string
let other: string

async function addPlaced(sheet: Buffer, title: string): Promise<string> {
  const content = await sharp(sheet).jpeg().toBuffer()
  return addConverted(
    user,
    { content, fileName: 'scan.jpeg' },
    { title },
    {
      imagePoints: PLACES.map(([pixelX, pixelY]) => ({ pixelX, pixelY })),
      mapPoints: PLACES.map(placeOf),
    },
  )
}

beforeAll(async () => {
  stage = await setEditorStage()
  user = await newUser(stage.server.url)
  const sheet = await drawnSheet(7, WIDTH, HEIGHT)
  await addPlaced(sheet, 'First scan of the sheet')
  other = await addPlaced(await drawnSheet(8, WIDTH, HEIGHT), 'Quite another sheet')
  const part = await sharp(sheet).extract(CROP).png().toBuffer()
  const copy = await sharp(part)
    .resize({ width: CROP.width * SCALE })
    .tint({ r: 220, g: 200, b: 150 })
    .jpeg({ quality: 60 })
    .toBuffer()
  second = await addConverted(user, { content: copy, fileName: 'scan.jpeg' }, { title: 'Second copy' })
})
afterAll(() => stage?.end())

const shot = async (page: Page, name: string) => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import control points' })

async function choose(page: Page, title: string): Promise<void> {
  await dialogOf(page).getByRole('textbox', { name: 'Or the points of another map' }).fill(title)
  await dialogOf(page)
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .click()
  // The button is there for the map that was chosen before, too.
  await dialogOf(page).getByText(`5 points of “${title}”`).waitFor()
  await dialogOf(page).getByRole('button', { name: 'Match the two scans' }).waitFor()
}

it('carries points over from another scan of the same sheet in one step, and names those that are beyond', async () => {
  const opened = await openEditor(stage, user, second)
  const { page } = opened
  await pressTool(page, 'Import points')
  const dialog = dialogOf(page)
  await choose(page, 'First scan of the sheet')
  await dialog.getByRole('button', { name: 'Match the two scans' }).click()
  await dialog.getByText(/^The scans match/).waitFor()
  await dialog.getByText('4 points of 5 can be taken.').waitFor()
  await dialog.getByText('Left out, beyond this scan: point 5.').waitFor()
  await expect
    .poll(() => dialog.getByText(/matching spots?, off by/).innerText())
    .toMatch(/^\d+ matching spots, off by [01](\.\d)?\spx on average; \d+% of what both show looks alike\.$/)
  const rows = dialog.getByRole('region', { name: 'Proposed points' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(5)
  for (const [index, [x, y]] of PLACES.slice(0, 4).entries()) {
    const [, place = ''] = await rows
      .nth(index + 1)
      .getByRole('cell')
      .allInnerTexts()
    const [column = NaN, row = NaN] = place.split('·').map(Number)
    expect(Math.abs(column - (x - CROP.left) * SCALE), place).toBeLessThan(1.5)
    expect(Math.abs(row - (y - CROP.top) * SCALE), place).toBeLessThan(1.5)
  }
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await dialog.getByText('The other scan').scrollIntoViewIfNeeded()
  await shot(page, 'match-1280')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await pointCount(page, 4).waitFor()
  await page.getByRole('application', { name: 'Scan', exact: true }).focus()
  await page.keyboard.press('Control+z')
  await pointCount(page, 0).waitFor()
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})

it('proposes nothing for another sheet, by touch and keyboard at 390 px, and can be stopped', async () => {
  const opened = await openEditor(stage, user, second, { width: 390, height: 844, touch: true })
  const { page } = opened
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Import points' }).tap()
  const dialog = dialogOf(page)
  await choose(page, 'Quite another sheet')
  const held: (() => void)[] = []
  const scanOfOther = (url: URL) => url.pathname.includes(other) && url.pathname.endsWith('converted.tif')
  await page.route(scanOfOther, async (route) => {
    await new Promise<void>((resolve) => void held.push(resolve))
    await route.continue().catch(() => undefined)
  })
  await dialog.getByRole('button', { name: 'Match the two scans' }).tap()
  await dialog.getByRole('status').getByText('Reading both scans…').waitFor()
  const stop = dialog.getByRole('button', { name: 'Stop matching' })
  await expect.poll(async () => (await stop.boundingBox())!.height).toBeGreaterThanOrEqual(40)
  await stop.tap()
  await dialog.getByRole('status').getByText('Matching was stopped. Nothing has changed.').waitFor()
  for (const letGo of held) letGo()
  await page.unroute(scanOfOther)
  await page.route(scanOfOther, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Match the two scans' }).tap()
  await dialog
    .getByText('One of the scans could not be read: the server was not reached.', { exact: false })
    .waitFor()
  await page.unroute(scanOfOther)
  await dialog.getByRole('button', { name: 'Match the two scans' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('status').getByText('These scans do not match').waitFor()
  await expectAbsent(dialog.getByRole('region', { name: 'Proposed points' }))
  await shot(page, 'match-different-390')
  await choose(page, 'First scan of the sheet')
  await dialog.getByRole('button', { name: 'Match the two scans' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('4 points of 5 can be taken.').waitFor()
  // The same button, so that the keyboard goes on from there.
  await page.keyboard.press('Tab')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Proposed points')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await shot(page, 'match-390')
  await dialog.getByRole('button', { name: 'Import', exact: true }).tap()
  await dialog.waitFor({ state: 'detached' })
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})
