import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sharedCatalog } from '../../contract/api/catalog-maps.ts'
import { catalogs, createCatalog, shareCatalog } from '../../contract/api/catalogs.ts'
import { batchFavorites } from '../../contract/api/interactions.ts'
import { addMap } from '../e2e/editor-stage.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { refuseCopies, selectedText } from '../support/copies.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { type SharedServer, sharedServer } from '../support/shared-server.ts'

let server: SharedServer
let browser: Browser
let opened: TestPage
let page: Page

beforeAll(async () => {
  server = await sharedServer()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(() => opened?.close())

async function open(user: Caller, options: OpenPageOptions = {}): Promise<void> {
  opened = await openPage(browser, server.url, options)
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token ?? '')
  await page.goto('/main')
}

const shot = async (name: string) => {
  const folder = process.env['SHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const put = (user: Caller, mapId: string, id: string) =>
  callApi(user, batchFavorites, { params: { mapId }, body: { addCatalogs: [id], removeCatalogs: [] } })

const choose = async (title: string, action: string) => {
  await page.getByRole('button', { name: `Actions for the catalog ${title}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

it('shows with whom a catalog is shared, ends that one by one, and ends the link', async () => {
  const [owner, reader] = [await newUser(server.url), await newUser(server.url)]
  const { id } = await callApi(owner, createCatalog, { body: { title: 'Vilnius plans' } })
  await callApi(owner, shareCatalog, { params: { id }, body: { username: reader.username } })
  await open(owner)
  await choose('Vilnius plans', 'Share')
  const dialog = page.getByRole('dialog', { name: 'Share “Vilnius plans”' })
  const choice = dialog.getByRole('combobox', { name: `What ${reader.username} may do` })
  await choice.selectOption('Can edit')
  await dialog.getByText(`${reader.username} may edit the catalog now.`).waitFor()
  expect((await callApi(reader, catalogs, {})).catalogs).toMatchObject([{ canEdit: true }])
  await choice.selectOption('Can view')
  await dialog.getByText(`${reader.username} may only look at the catalog now.`).waitFor()
  await dialog.getByRole('button', { name: `Stop sharing with ${reader.username}` }).click()
  await dialog.getByText(reader.username, { exact: true }).waitFor({ state: 'detached' })
  await dialog.getByRole('heading', { name: 'Shared with' }).waitFor({ state: 'detached' })
  // Taken back, it is shared as it was.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => choice.inputValue()).toBe('look')
  expect((await callApi(reader, catalogs, {})).catalogs).toMatchObject([{ title: 'Vilnius plans' }])
  await dialog.getByRole('button', { name: `Stop sharing with ${reader.username}` }).click()
  await dialog.getByRole('heading', { name: 'Shared with' }).waitFor({ state: 'detached' })
  expect((await callApi(reader, catalogs, {})).catalogs).toEqual([])

  // There is a link once it is asked for, and not before.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('radio', { name: 'Anyone with the link' }).check()
  const field = dialog.getByRole('textbox', { name: 'Link', exact: true })
  await field.waitFor()
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  // Said in the dialog: a notice over it would cover its buttons.
  await dialog.getByText('Link copied').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const [, token = ''] = /^\/c\/([^/]+)$/.exec(new URL(link).pathname) ?? []
  expect((await callApi(reader, sharedCatalog, { params: { token } })).catalog.title).toBe('Vilnius plans')
  await expect.poll(() => field.inputValue()).toBe(link)
  await refuseCopies(page)
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  await page.getByText('The link could not be copied.').waitFor()
  await expect.poll(() => selectedText(page)).toBe(link)
  // Asked first: the same link cannot be made again.
  const question = page.getByRole('dialog', { name: 'End the link?' })
  const named = dialog.getByRole('radio', { name: 'Only people I name' })
  await named.click()
  await question.waitFor()
  await shot('end-link')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect((await callApi(reader, sharedCatalog, { params: { token } })).catalog.title).toBe('Vilnius plans')
  await named.click()
  await question.getByRole('button', { name: 'End the link' }).click()
  await field.waitFor({ state: 'detached' })
})

it('lets someone edit: they rename it and see that it is shared so, and have nothing to share or delete', async () => {
  const [owner, editor] = [await newUser(server.url), await newUser(server.url)]
  await callApi(owner, createCatalog, { body: { title: 'Trakai plans' } })
  await open(owner)
  await choose('Trakai plans', 'Share')
  const dialog = page.getByRole('dialog', { name: 'Share “Trakai plans”' })
  await dialog.getByRole('textbox', { name: 'Username' }).fill(editor.username)
  await dialog.getByRole('combobox', { name: 'What they may do' }).selectOption('Can edit')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog.getByText(`is shared with ${editor.username}, to edit together.`).waitFor()
  await opened.close()
  await open(editor)
  await page.goto('/catalogs')
  await page.getByText(`Shared by ${owner.username}, to edit together`).first().waitFor()
  await page.getByRole('button', { name: 'Actions for the catalog Trakai plans' }).first().click()
  await page.getByRole('menuitem', { name: 'Leave', exact: true }).waitFor()
  await expectAbsent(page.getByRole('menuitem', { name: /^(Share|Delete)$/ }))
  await page.getByRole('menuitem', { name: 'Rename', exact: true }).click()
  const rename = page.getByRole('dialog')
  await rename.getByRole('textbox').fill('Plans of Trakai')
  await rename.getByRole('textbox').press('Enter')
  await page.getByRole('link', { name: 'Plans of Trakai' }).first().waitFor()
})

it('lets the reader leave, after asking', async () => {
  const [owner, reader] = [await newUser(server.url), await newUser(server.url)]
  const { id } = await callApi(owner, createCatalog, { body: { title: 'Kaunas plans' } })
  await callApi(owner, shareCatalog, { params: { id }, body: { username: reader.username } })
  await open(reader)
  await choose('Kaunas plans', 'Leave')
  const dialog = page.getByRole('dialog', { name: 'Leave “Kaunas plans”?' })
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('status').getByText('You left “Kaunas plans”.').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Actions for the catalog Kaunas plans' }).count())
    .toBe(0)
})

it('says which maps others will not see, repeats it once it is shared, and lets them be made public', async () => {
  const [owner, reader] = [await newUser(server.url), await newUser(server.url)]
  const { id } = await callApi(owner, createCatalog, { body: { title: 'Coasts' } })
  const hidden = await addMap(owner, { title: 'Private bay' })
  for (const mapId of [hidden, await addMap(owner, { title: 'Open sea', isPublic: true })])
    await put(owner, mapId, id)
  await open(owner, { width: 1280 })
  await choose('Coasts', 'Share')
  const dialog = page.getByRole('dialog', { name: 'Share “Coasts”' })
  const told = dialog.getByRole('region', { name: 'Private maps' })
  await told.getByText('Private maps in it: 1 of 2. Others will not see them.').waitFor()
  await told.getByText('Private bay').waitFor()
  await expectAbsent(told.getByText('Open sea'))
  await dialog.getByRole('textbox', { name: 'Username' }).fill(reader.username)
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog.getByText(`“Coasts” is shared with ${reader.username}.`).waitFor()
  // They stand in the list, and the next name can be typed.
  await dialog.getByRole('combobox', { name: `What ${reader.username} may do` }).waitFor()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('')
  await dialog.getByRole('radio', { name: 'Anyone with the link' }).check()
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).waitFor()
  await shot('share-1280')
  await page.setViewportSize({ width: 390, height: 844 })
  await shot('share-390')
  // Its switch stays where it is, to be taken back.
  const makePublic = told.getByRole('switch', { name: '“Private bay” is public' })
  // It shows what the lists say, a moment after the press.
  await makePublic.click()
  await told.getByText('All maps in it are public now').waitFor()
  await expect.poll(() => makePublic.getAttribute('aria-busy')).not.toBe('true')
  await makePublic.click()
  await told.getByText('Private maps in it: 1 of 2.').waitFor()
})

it('says at once that a map is private which is put into a shared catalog, and to its owner by whom it is hidden', async () => {
  const [owner, editor] = [await newUser(server.url), await newUser(server.url)]
  const { id } = await callApi(owner, createCatalog, { body: { title: 'Together' } })
  const body = { username: editor.username, mayEdit: true }
  await callApi(owner, shareCatalog, { params: { id }, body })
  await addMap(editor, { title: 'Not for all' })
  const seen = await addMap(editor, { title: 'For all', isPublic: true })
  await put(owner, seen, id)
  await open(editor)
  const card = page.getByRole('article', { name: 'Not for all' })
  await card.getByRole('button', { name: /favourites/ }).click()
  const heart = page.getByRole('dialog', { name: 'Manage catalogs' })
  await heart.getByRole('checkbox', { name: /^Together/ }).check()
  await heart.getByRole('button', { name: 'Save changes' }).click()
  await page
    .getByText('Added to “Together”. The map is private: others who see the catalog will not')
    .waitFor()
  await page.goto(`/catalogs?catalogId=${id}`)
  await page.getByText('Your private map: others do not see it here').waitFor()
  await shot('own-private-1280')
  await opened.close()
  await open(owner)
  await page.goto(`/catalogs?catalogId=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Together' })
  await dialog.getByText('Content hidden by user').waitFor()
  await dialog.getByText(`Hidden by ${editor.username}`).waitFor()
  await shot('hidden-by-1280')

  // A map that all see: what was done is said, and no more.
  await dialog.getByRole('button', { name: 'For all among your favourites' }).first().click()
  await page
    .getByRole('dialog', { name: 'Manage catalogs' })
    .getByRole('checkbox', { name: 'Together' })
    .uncheck()
  await page
    .getByRole('dialog', { name: 'Manage catalogs' })
    .getByRole('button', { name: 'Save changes' })
    .click()
  await page.getByText('Taken out of “Together”.', { exact: true }).waitFor()
})
