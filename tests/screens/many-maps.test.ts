import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { catalogs } from '../../contract/api/catalogs.ts'
import { deleteMap, personalMaps, trashedMaps } from '../../contract/api/maps.ts'
import { batchFavorites, catalogsOfMap } from '../../contract/api/interactions.ts'
import { type Caller, callApi, newUser, untilReady } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions } from '../support/browser.ts'
import { goTo } from '../support/in-app.ts'
import { KeptPages } from '../support/kept-pages.ts'
import { addConverted } from '../support/map-templates.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { drawnScan } from '../support/scans.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let folder: string

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
  folder = await mkdtemp(join(tmpdir(), 'many-maps-'))
  const { content } = await drawnScan(300, 200)
  for (const name of ['kaunas_1798.jpg', 'vilnius.jpg', 'bad.jpg'])
    // Equal files would be taken for one scan.
    await writeFile(join(folder, name), Buffer.concat([content, Buffer.from(name)]))
  await writeFile(join(folder, 'notes.txt.bak'), 'no scan')
  await writeFile(
    join(folder, 'table.csv'),
    [
      'File;Title;Author;Year;Scale;Colour',
      'vilnius.jpg;Plan of Vilnius;Jonas;1840;1:8 400;red',
      'bad.jpg;Wrong year;;18th;;',
      'gone.jpg;No such scan;;;;',
    ].join('\r\n'),
  )
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const faultsOf = async (page: Page, part: string) =>
  (await new AxeBuilder({ page }).include(part).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
  )

const kept = new KeptPages()

/** A page with the maps of a user. */
function openMaps(owner: Caller, options: OpenPageOptions = {}) {
  const token = owner.token ?? ''
  const openNew = async () => {
    const opened = await openPage(browser, server.url, options)
    await opened.page.addInitScript((stored) => {
      if (localStorage.getItem('token') === null) localStorage.setItem('token', stored)
    }, token)
    await opened.page.goto('/main')
    return opened
  }
  return kept.open(options, token, openNew, ({ page }) => page.goto('/main'))
}

it('scans are sent with a table of what is known of them, wrong rows named before, and go on after a cut line and a reload', async () => {
  const owner = await newUser(server.url, 'Ona')
  const { page, close } = await openMaps(owner)
  const choose = async () => {
    await page
      .getByLabel('Scans of the maps')
      .setInputFiles(
        ['kaunas_1798.jpg', 'vilnius.jpg', 'bad.jpg', 'notes.txt.bak', 'table.csv'].map((name) =>
          join(folder, name),
        ),
      )
  }
  await page.getByRole('button', { name: 'Upload many' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload many maps' })
  await choose()
  const rows = dialog.getByRole('list', { name: 'What will be uploaded' }).locator('> li')
  await expect.poll(() => rows.count()).toBe(4)
  await rows.first().getByText('Ready').waitFor()
  const texts = await rows.allInnerTexts()
  expect(texts[0]).toContain('Plan of Vilnius')
  expect(texts[0]).toContain('Ready')
  expect(texts[1]).toMatch(/Year: .*\n?/)
  expect(texts[2]).toContain('not among the files you chose')
  expect(texts[3]).toContain('kaunas 1798')
  expect(texts[3]).toContain('not in the table')
  expect(texts[0]).not.toContain('not in the table')
  await dialog.getByText('are not known and are left out: Colour').waitFor()
  await dialog.getByText('they are no scans: notes.txt.bak').waitFor()
  expect(await faultsOf(page, '[role=dialog]')).toEqual([])

  // What is wrong is told beside the button, which leads there.
  await dialog.getByRole('button', { name: '2 rows need attention' }).click()
  await expect.poll(() => rows.nth(1).evaluate((row) => row === document.activeElement)).toBe(true)

  // The connection is lost once: it goes on by itself.
  let cuts = 1
  await page.route('**/api/maps/upload', (route) => {
    cuts -= 1
    return cuts === 0 ? route.abort() : route.continue()
  })
  await dialog.getByRole('button', { name: 'Upload 2 maps' }).click()
  await dialog.getByText('Waiting for the connection').waitFor()
  await dialog.getByText('2 maps uploaded, 2 rows not').waitFor()
  // With a mended table it goes on with the rest.
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose the mended table' }).click(),
  ])
  await picker.setFiles({
    name: 'mended.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('File;Title;Year\r\nvilnius.jpg;Plan of Vilnius;1840\r\nbad.jpg;Was wrong;n.d.'),
  })
  await dialog.getByRole('button', { name: 'Resume upload of 1 map' }).waitFor()
  await expectAbsent(dialog.getByText(/needs? attention/))
  const mine = async () => (await callApi(owner, personalMaps, {})).maps
  const sent = await mine()
  expect(
    sent.map(({ titles, years, creator, scale }) => [titles.title, years.year, creator, scale]).toSorted(),
  ).toEqual([
    ['Plan of Vilnius', 1840, 'Jonas', { numerator: '1', denominator: '8400' }],
    ['kaunas 1798', null, null, null],
  ])

  await page.goto('/main?dialog=many')
  await choose()
  await expect
    .poll(async () => (await rows.allInnerTexts()).join(' ').match(/Already uploaded/g)?.length)
    .toBe(2)
  await expect.poll(() => dialog.getByRole('button', { name: /^Upload \d/ }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Upload vilnius.jpg again' }).click()
  await dialog.getByRole('button', { name: 'Upload 1 map', exact: true }).click()
  await dialog.getByText('1 map uploaded').waitFor()
  expect(await mine()).toHaveLength(3)
  await dialog.getByRole('button', { name: 'Move 1 uploaded map to the trash' }).click()
  await page.getByText('1 map is in the trash').waitFor()
  expect(await mine()).toHaveLength(2)

  // Many at once: made public, described, put into a catalog, moved to the trash; each can be taken back.
  for (const { id } of sent) await untilReady(owner, id)
  await goTo(page, '/main')
  await page.getByRole('button', { name: 'Choose several' }).click()
  const bar = page.getByRole('region', { name: 'Chosen maps' })
  // Back ends the choosing, and not the page.
  await bar.waitFor()
  await page.goBack()
  await bar.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/main')
  // By a key: the focus stays on the button.
  const several = page.getByRole('button', { name: 'Choose several' })
  await several.press('Enter')
  await bar.waitFor()
  await expect.poll(() => several.evaluate((button) => button === document.activeElement)).toBe(true)
  // Escape closes what lies over the choosing, and not that.
  await page.getByRole('button', { name: 'Trash', exact: true }).click()
  const aboveAll = page.getByRole('dialog', { name: 'Trash' })
  await aboveAll.waitFor()
  await page.keyboard.press('Escape')
  await aboveAll.waitFor({ state: 'detached' })
  await bar.waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('checkbox', { name: 'Choose Plan of Vilnius' }).check()
  await bar.getByText('1 map chosen').waitFor()
  await bar.getByRole('button', { name: 'Choose all (2)' }).click()
  expect(await faultsOf(page, 'main')).toEqual([])
  const undo = async (done: string) => {
    const notice = page.getByRole('status').filter({ hasText: done })
    await page.getByText(done, { exact: true }).waitFor()
    await notice.getByRole('button', { name: 'Undo' }).last().click()
    const told = page.locator('[data-kind]').filter({ hasText: '2 maps are as they were.' })
    await told.getByRole('button', { name: 'Dismiss' }).click()
    await told.waitFor({ state: 'detached' })
    await goTo(page, '/main')
    await page.getByRole('button', { name: 'Choose several' }).click()
    await bar.getByRole('button', { name: 'Choose all (2)' }).click()
  }
  const isPublic = async () => (await mine()).map((map) => map.isPublic)
  await bar.getByRole('button', { name: 'Make public' }).click()
  await expect.poll(isPublic).toEqual([true, true])
  await undo('2 maps are public.')
  expect(await isPublic()).toEqual([false, false])

  await bar.getByRole('button', { name: 'Edit map info' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit info of 2 maps' })
  await edit.getByLabel('Publisher').fill('City archive')
  await edit.getByLabel('Year', { exact: true }).fill('1850')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  const said = async () =>
    (await mine()).map(({ publisher, years, creator }) => [publisher, years.year, creator]).toSorted()
  await expect.poll(said).toEqual([
    ['City archive', 1850, null],
    ['City archive', 1850, 'Jonas'],
  ])
  await undo('Info of 2 maps changed.')
  expect(await said()).toEqual([
    [null, null, null],
    [null, 1840, 'Jonas'],
  ])

  await bar.getByRole('button', { name: 'Add to a catalog' }).click()
  const into = page.getByRole('dialog', { name: 'Add 2 maps to catalogs' })
  await into.getByRole('textbox').fill('City plans')
  await into.getByRole('textbox').press('Enter')
  await into.getByRole('checkbox', { name: 'City plans', checked: true }).waitFor()
  await into.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('2 maps added to “City plans”.').waitFor()
  // Whether a catalog holds all that is chosen, a part or nothing, and afterwards what was there before.
  const plans = into.or(page.getByRole('dialog', { name: 'Add 1 map to catalogs' })).getByRole('checkbox')
  await bar.getByRole('button', { name: 'Choose all (2)' }).click()
  await bar.getByRole('button', { name: 'Add to a catalog' }).click()
  await into.getByText('City plans · 2 of 2 in it').waitFor()
  await expect.poll(async () => [await plans.isChecked(), await plans.isDisabled()]).toEqual([true, true])
  await page.keyboard.press('Escape')
  const [held] = (await callApi(owner, catalogs, {})).catalogs
  await callApi(owner, batchFavorites, {
    params: { mapId: sent[0]?.id ?? '' },
    body: { addCatalogs: [], removeCatalogs: [held?.id ?? ''] },
  })
  await bar.getByRole('button', { name: 'Add to a catalog' }).click()
  await into.getByText('City plans · 1 of 2 in it').waitFor()
  await expect.poll(() => plans.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await plans.check()
  await into.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('1 map added to “City plans”. 1 was there already.').waitFor()
  const [catalog] = (await callApi(owner, catalogs, {})).catalogs
  for (const { id } of sent)
    expect((await callApi(owner, catalogsOfMap, { params: { mapId: id } })).catalogs).toMatchObject([
      { id: catalog?.id },
    ])

  await bar.getByRole('button', { name: 'Choose all (2)' }).click()
  await bar.getByRole('button', { name: 'Move to trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
  await expect.poll(async () => (await callApi(owner, trashedMaps, {})).maps.length).toBe(3)
  await undo('2 maps are in the trash.')
  expect(await mine()).toHaveLength(2)

  // The trash tells since when and until when, and gives many back at once.
  for (const { id } of sent) await callApi(owner, deleteMap, { params: { id } })
  // With no map left there is nothing to choose.
  await bar.waitFor({ state: 'detached' })
  await goTo(page, '/main?dialog=trash')
  const trash = page.getByRole('dialog', { name: 'Trash' })
  const lines = trash.getByRole('listitem')
  await expect.poll(() => lines.count()).toBe(3)
  const day = (time: number) => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(time)
  const trashed = (await callApi(owner, trashedMaps, {})).maps
  const deletedAt = Math.max(...trashed.map((map) => Date.parse(map.deletedAt ?? '')))
  await lines
    .first()
    .getByText(`Moved here ${day(deletedAt)}, kept until ${day(deletedAt + 30 * 86_400_000)}`)
    .waitFor()
  expect(await faultsOf(page, '[role=dialog]')).toEqual([])
  await trash.getByRole('checkbox', { name: 'Choose all (3)' }).click()
  await lines.last().getByRole('checkbox').click()
  await trash.getByRole('button', { name: 'Restore 2 maps' }).click()
  await page.getByText('2 maps are back among your maps.').waitFor()
  await expect.poll(() => lines.count()).toBe(1)
  expect(await mine()).toHaveLength(2)
  await close()
})

it('a phone on its side keeps its width: the sidebar begins as icons that a finger can press', async () => {
  const owner = await newUser(server.url, 'Rasa')
  for (const title of ['Plan', 'Another'])
    await addConverted(owner, await drawnScan(300, 200), { title, isPublic: 'false' })
  const { page, close } = await openMaps(owner, { width: 844, height: 390, touch: true })
  await page.getByRole('article', { name: 'Plan' }).waitFor()
  const nav = page.getByRole('navigation', { name: 'Main navigation' })
  const sidebar = nav.locator('xpath=ancestor-or-self::*[@data-open]').first()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeCloseTo(48, 0)
  for (const link of await nav.getByRole('link').all()) {
    const box = await link.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40)
  }
  // Search, kind, new map and bell in one line.
  const middles = await Promise.all(
    [
      page.getByRole('textbox', { name: 'Search maps' }),
      page.getByRole('combobox', { name: 'Search in' }),
      page.getByRole('banner').getByRole('link', { name: 'New map' }),
    ].map(async (part) => {
      const box = await part.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0) / 2
    }),
  )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2)
  // Opened by hand, it stays so while the phone lies on its side, and that is not kept.
  await page.getByRole('button', { name: 'Expand the sidebar' }).tap()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeCloseTo(256, 0)
  await page.reload()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeCloseTo(48, 0)
  // What is done with several is one line of buttons.
  await page.getByRole('button', { name: 'Choose several' }).tap()
  const bar = page.getByRole('region', { name: 'Chosen maps' })
  await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(70)
  // What is told stands above it, on its side and upright: the bar is pressed again.
  for (const [width, height] of [
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('checkbox', { name: 'Choose Plan' }).check()
    await bar.getByRole('button', { name: width > height ? 'Make public' : 'Make private' }).tap()
    const notice = page
      .getByRole('status')
      .filter({ hasText: width > height ? '1 map is public.' : '1 map is private.' })
    await notice.last().waitFor()
    const [told, chosen] = [await notice.last().boundingBox(), await bar.boundingBox()]
    expect((told?.y ?? NaN) + (told?.height ?? NaN)).toBeLessThanOrEqual(chosen?.y ?? NaN)
  }
  await close()
})

it('enlarged by the page alone, the header wraps what does not fit beside the rest', async () => {
  const owner = await newUser(server.url, 'Vida')
  const { page, close } = await openMaps(owner)
  const button = page.getByRole('banner').getByRole('link', { name: 'New map' })
  const kind = page.getByRole('combobox', { name: 'Search in' })
  await button.waitFor()
  await page.addStyleTag({ content: 'html { font-size: 32px !important }' })
  for (const part of [page.getByRole('textbox', { name: 'Search maps' }), kind])
    await expect.poll(async () => (await part.boundingBox())?.width).toBeGreaterThan(180)
  const [pressed, chosen] = [await button.boundingBox(), await kind.boundingBox()]
  expect(pressed?.y).toBeGreaterThanOrEqual((chosen?.y ?? NaN) + (chosen?.height ?? NaN))
  await close()
})
