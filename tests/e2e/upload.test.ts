import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RESUMABLE_ABOVE_BYTES } from '../../contract/constants.ts'
import { getMap, personalMaps } from '../../contract/api/maps.ts'
import { callApi, newUser, untilReady } from '../support/api.ts'
import { FLAT, openBrowser, openPage, type OpenPageOptions, type TestPage } from '../support/browser.ts'
import { type Line, openLine } from '../support/line.ts'
import { expectAbsent } from '../support/page-expect.ts'
import { drawnScan } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { tiffWithPoints } from '../support/tiff-with-points.ts'
import { withBytes } from '../support/with-bytes.ts'
import { timeUntilItLeft } from './time-until-it-left.ts'

let server: TestServer
let browser: Browser
let folder: string
/** A scan that is sent resumably. */
let large: string

beforeAll(async () => {
  server = await startServer({ client: FLAT.client, env: { BASEMAPS: 'null' } })
  browser = await openBrowser()
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-upload-'))
  large = join(folder, 'Plan_of-Kaunas.tif')
  writeFileSync(large, withBytes(tiffWithPoints(), 54_000_000).content)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

let line: Line
let opened: TestPage
let page: Page
let user: Awaited<ReturnType<typeof newUser>>

/** A new user before the open dialog, over a line of their own. */
async function openDialog(options: OpenPageOptions = {}): Promise<void> {
  user = await newUser(server.url)
  opened = await openPage(browser, line.url, { ...FLAT, ...options })
  page = opened.page
  await page.addInitScript((token) => localStorage.setItem('token', token), user.token)
  await page.goto('/main?dialog=new')
  await dialog().waitFor()
}

beforeEach(async () => {
  line = await openLine(() => server.url)
})
afterEach(async () => {
  await opened?.close()
  await line?.close()
})

const dialog = (): Locator => page.getByRole('dialog')
/** All fields but title and year are folded, and unfold and fold again by one button. */
const unfold = () => dialog().getByRole('button', { name: 'More about this map' }).click()
const field = (name: string): Locator => dialog().getByRole('textbox', { name, exact: true })
/** A large file takes its time on its way into the browser. */
const pick = (files: Parameters<Locator['setInputFiles']>[0]) =>
  dialog().locator('input[type=file]').setInputFiles(files, { timeout: 60_000 })
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const isOff = (name: string) => dialog().getByRole('button', { name, exact: true }).isDisabled()
const file = (name: string, content: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer: content })

/** Id of the map whose editor the upload led to. */
async function editedMap(): Promise<string> {
  await page.waitForURL('**/map-editor**', { timeout: 120_000 })
  return new URL(page.url()).searchParams.get('mapId') ?? ''
}

const progress = () => dialog().getByText(/^\d+%$/)
/** Percent that the progress says now. */
const percent = async () => Number.parseInt(await progress().first().innerText(), 10)

/** A busy machine takes its time. */
const POLL = { timeout: 60_000 }

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** The file as the server keeps it is the one that was sent, and it becomes a map. */
async function expectWhole(id: string, path: string): Promise<void> {
  const original = join(server.dataFolder, 'maps', id, 'original')
  expect(readdirSync(original)).toHaveLength(1)
  expect(sha256(join(original, readdirSync(original)[0]!))).toBe(sha256(path))
  await untilReady(user, id, 120_000)
  expect((await callApi(user, personalMaps, {})).maps.map((map) => map.id)).toEqual([id])
}

describe('choosing a scan', () => {
  it('is picked, dropped anywhere on the page, or pasted, and names the map', async () => {
    await openDialog()
    const { content } = await drawnScan(400, 300)
    await pick(file('Kauno_planas-1900.jpg', content))
    await dialog().getByText('Kauno_planas-1900.jpg', { exact: true }).waitFor()
    await expect.poll(() => field('Title').inputValue(), POLL).toBe('Kauno planas 1900')

    const bring = (type: 'drop' | 'paste', target: string, name: string) =>
      page.evaluate(
        ([event, selector, fileName]) => {
          const data = new DataTransfer()
          data.items.add(new File(['x'], fileName, { type: 'image/png' }))
          const options = { bubbles: true, cancelable: true }
          const init =
            event === 'drop'
              ? new DragEvent('drop', { ...options, dataTransfer: data })
              : new ClipboardEvent('paste', { ...options, clipboardData: data })
          return document.querySelector(selector)!.dispatchEvent(init)
        },
        [type, target, name] as const,
      )
    // What is taken is taken from the browser, which would open the file in the page's place.
    expect(await bring('drop', '[role=dialog] h2', 'dropped.png')).toBe(false)
    await dialog().getByText('dropped.png', { exact: true }).waitFor()
    await bring('paste', 'body', 'pasted.webp')
    await dialog().getByText('pasted.webp', { exact: true }).waitFor()
    await expect.poll(() => field('Title').inputValue()).toBe('pasted')
    // What was written stands.
    await field('Title').fill('Kauno planas')
    await bring('paste', 'body', 'another.webp')
    await dialog().getByText('another.webp', { exact: true }).waitFor()
    await expect.poll(() => field('Title').inputValue()).toBe('Kauno planas')
    await press('Remove the file')
    await dialog().getByText('Drop a scan here, paste it, or pick a file.').waitFor()
  })

  it('is refused by the rules of the specification, in its words', async () => {
    await openDialog()
    // What is to be done first has the focus, before the fields and after a try without it.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), POLL)
      .toBe('Pick a file')
    await press('Upload map')
    await dialog().getByText('File required').waitFor()
    await dialog().getByText('This field is required').waitFor()
    const isOnPicker = () =>
      dialog()
        .getByRole('button', { name: 'Pick a file' })
        .evaluate((button) => button === document.activeElement)
    await expect.poll(isOnPicker, POLL).toBe(true)
    await field('Year').focus()
    await press('Upload map')
    await expect.poll(isOnPicker, POLL).toBe(true)

    await pick(file('plan.pdf', Buffer.from('x'), 'application/pdf'))
    await dialog().getByText('Unsupported file format. Save the page as JPEG or PNG first').waitFor()
    await expect.poll(() => isOff('Upload map'), POLL).toBe(true)
    await pick(file('plan.TIF', Buffer.from('')))
    await dialog().getByText('The file is empty').waitFor()
    // Its size alone: no test holds 20 GiB in memory.
    await page.evaluate(() => {
      const data = new DataTransfer()
      const huge = new File(['x'], 'huge.tif')
      Object.defineProperty(huge, 'size', { value: 21_474_836_481 })
      const files = Object.assign([huge], { item: () => huge })
      Object.defineProperty(data, 'files', { value: files })
      const paste = new ClipboardEvent('paste', { bubbles: true })
      Object.defineProperty(paste, 'clipboardData', { value: data })
      document.dispatchEvent(paste)
    })
    await dialog().getByText('File size exceeds limit: 20 GiB at most').waitFor()
    await dialog().getByText('20 GiB', { exact: true }).waitFor()
    await pick(file('plan.jpg', Buffer.from([0xff, 0xd8, 0xff])))

    const wrong: [string, string, string][] = [
      ['Title', 'ą'.repeat(256), 'At most 255 characters'],
      ['Year', '19.5', 'A year is a whole number from -9999 to 9999'],
      ['Resolution (dpi)', '300x', 'A resolution is a number of 1 to 20 digits'],
      ['Numerator', '1', 'A scale is two numbers of 1 to 20 digits, such as 1:50000'],
      ['Description', 'a'.repeat(5_001), 'At most 5000 characters'],
    ]
    await field('Description').waitFor({ state: 'hidden' })
    await unfold()
    for (const [name, text] of wrong) await field(name).fill(text)
    await dialog().getByText('5001 / 5000').or(dialog().getByText('5,001 / 5,000')).waitFor()
    await unfold()
    await field('Description').waitFor({ state: 'hidden' })
    await press('Upload map')
    for (const [, , message] of wrong) await dialog().getByText(message).first().waitFor()
    const title = field('Title')
    await expect.poll(() => title.evaluate((input) => input === document.activeElement), POLL).toBe(true)
    await expect
      .poll(() => title.evaluate((input) => input.getBoundingClientRect().top >= 0), POLL)
      .toBe(true)
    await field('Year').fill('1900')
    await dialog().getByText('A year is a whole number').waitFor({ state: 'detached' })
    expect((await callApi(user, personalMaps, {})).maps).toEqual([])
  })
})

describe('a scan that is sent', () => {
  it('is told apart from one that is processed, joins the list, and leads to the editor two seconds later', async () => {
    await openDialog()
    const scan = join(folder, 'small.tif')
    writeFileSync(scan, withBytes(tiffWithPoints(), 42_000_000).content)
    await pick(scan)
    await unfold()
    await field('Author').fill('J. Nepomucenas')
    line.holdAfter(2_000_000)
    await press('Upload map')
    await dialog().getByText('Uploading', { exact: true }).waitFor()
    await expect.poll(percent, POLL).toBeGreaterThan(0)
    await expect.poll(percent).toBeLessThan(100)
    // In one request nothing can be paused.
    await expect.poll(() => dialog().getByRole('button').allInnerTexts()).toEqual(['Cancel the upload'])
    const listed = page.waitForResponse(
      async (response) =>
        response.url().endsWith('/maps/PersonalMaps') &&
        // What a page that was left asked for has no text any more.
        (await response.text().catch(() => '')).includes('"small"'),
    )
    const shownMs = page.evaluate(timeUntilItLeft)
    const told = page.getByText('Upload successful. Opening the editor…').waitFor()
    line.release()
    await dialog().getByText('Uploaded', { exact: true }).waitFor()
    await dialog().locator('h3 svg.tabler-icon-circle-check').waitFor()
    await dialog()
      .getByText(/Now preparing the map for editing|The map is ready/)
      .waitFor()
    const id = await editedMap()
    await told
    await listed
    expect(await shownMs).toBeGreaterThanOrEqual(1_990)
    expect(await callApi(user, getMap, { params: { id } })).toMatchObject({
      titles: { title: 'small' },
      creator: 'J. Nepomucenas',
      isPublic: false,
    })
    await expectWhole(id, scan)
    expect(opened.takeErrors()).toEqual([])
  })

  it('comes back to the filled form when the connection is lost, and is stored once though sent again', async () => {
    await openDialog()
    const scan = join(folder, 'again.tif')
    writeFileSync(scan, withBytes(tiffWithPoints(), 42_000_000).content)
    await pick(scan)
    line.holdAfter(2_000_000)
    await press('Upload map')
    await expect.poll(percent, POLL).toBeGreaterThan(0)
    line.cut()
    await dialog().getByText('Network error occurred. The file and what you wrote are still here').waitFor()
    await expect.poll(() => field('Title').inputValue()).toBe('again')
    line.mend()
    line.release()
    await press('Upload map')
    // Loaded anew before it has led on to the editor, it does so all the same.
    await dialog().getByText('Uploaded', { exact: true }).waitFor()
    await page.reload()
    await expectWhole(await editedMap(), scan)
  })

  it('is taken back by cancelling, and nothing of it stays', async () => {
    await openDialog()
    const { content } = withBytes(tiffWithPoints(), 42_000_000)
    await pick(file('away.tif', content, 'image/tiff'))
    line.holdAfter(1_000_000)
    await press('Upload map')
    await expect.poll(percent, POLL).toBeGreaterThan(0)
    await press('Cancel the upload')
    await dialog().getByRole('button', { name: 'Upload map' }).waitFor()
    await dialog().getByText('away.tif', { exact: true }).waitFor()
    line.release()
    expect((await callApi(user, personalMaps, {})).maps).toEqual([])
  })

  it.each([
    ['en', 'Upload map', 'Invalid file type'],
    ['lt', 'Įkelti žemėlapį', 'Netinkamas failo tipas'],
  ] as const)(
    'is refused in the language of the interface where it is no picture: %s',
    async (language, send, text) => {
      await openDialog({ language })
      const told = dialog().getByText(text)
      // Told at once, where the file is chosen: nothing is sent.
      await pick(file('plan.jpg', Buffer.from('no picture at all')))
      await told.waitFor()
      await expect.poll(() => isOff(send), POLL).toBe(true)
      expect((await callApi(user, personalMaps, {})).maps).toEqual([])
    },
  )
})

describe('a large scan', () => {
  /** Begins to send the large scan and waits until some of it has arrived. */
  async function begin(bytes: number): Promise<void> {
    expect(readFileSync(large).length).toBeGreaterThan(RESUMABLE_ABOVE_BYTES)
    await pick(large)
    await expect.poll(() => field('Title').inputValue(), POLL).not.toBe('')
    line.holdAfter(bytes)
    await dialog()
      .getByRole('button', { name: /^(Upload map|Resume upload)$/ })
      .click()
    await expect.poll(() => line.sent(), POLL).toBeGreaterThan(bytes)
    await expect.poll(percent, POLL).toBeGreaterThan(0)
  }
  const MB = 1_000_000

  it('says percent, KB/s and the time that is left, pauses and goes on', async () => {
    await openDialog()
    await begin(20 * MB)
    await dialog()
      .getByText(/^[\d,]+\sKB\/s$/)
      .waitFor()
    await dialog()
      .getByText(/^\d+\s(s|min|h)( \d+\s\w+)? left$/)
      .waitFor()
    await dialog().getByText('choose the same file again later').waitFor()
    await press('Pause')
    await dialog().getByText('Paused', { exact: true }).waitFor()
    const paused = await percent()
    expect(paused).toBeLessThan(100)
    line.release()
    await press('Resume')
    await dialog().getByText('Uploaded', { exact: true }).waitFor()
    await expectWhole(await editedMap(), large)
    // What had arrived before the pause was not sent again.
    expect(line.sent()).toBeLessThan(54 * MB + 8 * MB)
  })

  it('goes on after a reload when the same file is chosen, which the dialog asks for', async () => {
    await openDialog()
    await unfold()
    await field('Author').fill('W. Masłowski')
    await begin(25 * MB)
    await page.reload({ waitUntil: 'commit' })
    line.release()
    await dialog().getByText('An upload was interrupted').waitFor()
    await dialog()
      .getByText(/\d+% of “Plan_of-Kaunas\.tif” is uploaded\. Choose the same file again/)
      .waitFor()
    await pick(large)
    await dialog()
      .getByText(/“Plan_of-Kaunas\.tif” resumes from [1-9]\d?%/)
      .waitFor()
    // What the form said then is there again; what it says now counts.
    await expect.poll(() => field('Author').inputValue()).toBe('W. Masłowski')
    await field('Title').fill('Kaunas')
    await field('Year').fill('1900')
    await press('Resume upload')
    const id = await editedMap()
    await expectWhole(id, large)
    expect(line.sent()).toBeLessThan(54 * MB + 8 * MB)
    expect(await callApi(user, getMap, { params: { id } })).toMatchObject({
      titles: { title: 'Kaunas' },
      creator: 'W. Masłowski',
      years: { year: 1900 },
    })
    await page.goto('/main?dialog=new')
    await dialog().getByText('Drop a scan here').waitFor()
    await expectAbsent(dialog().getByText('An upload was interrupted'))
  })

  it('waits for a cut line and goes on by itself', async () => {
    await openDialog()
    await begin(15 * MB)
    line.cut()
    await dialog().getByText('Waiting for the connection').waitFor()
    await dialog().getByText('goes on by itself').waitFor()
    line.release()
    line.mend()
    await expectWhole(await editedMap(), large)
    expect(line.sent()).toBeLessThan(54 * MB + 8 * MB)
  })

  it('goes on at once when the device is online again', async () => {
    await openDialog()
    await begin(15 * MB)
    await page.context().setOffline(true)
    line.cut()
    await dialog().getByText('Waiting for the connection').waitFor()
    line.release()
    line.mend()
    await page.context().setOffline(false)
    await expectWhole(await editedMap(), large)
  })

  it('outlives a killed server, and what had arrived is not sent again', async () => {
    await openDialog()
    await begin(30 * MB)
    await server.kill9()
    await dialog().getByText('Waiting for the connection').waitFor()
    line.release()
    await server.restart()
    user = { ...user, url: server.url }
    await expectWhole(await editedMap(), large)
    expect(line.sent()).toBeLessThan(54 * MB + 8 * MB)
  })

  it('ends with the reason, and not in waiting, where the disk of the server is full', async () => {
    await openDialog()
    await pick(large)
    const text = 'There is not enough space on the server'
    await page.route('**/api/maps/uploads/**', (route) =>
      route.fulfill({ status: 507, json: { message: text, error: text, messageKey: 'errors.diskFull' } }),
    )
    await press('Upload map')
    await dialog().getByText(text).waitFor()
    await dialog().getByRole('button', { name: 'Upload map' }).waitFor()
    await expectAbsent(dialog().getByText('Waiting for the connection'))
    await page.unroute('**/api/maps/uploads/**')
  })

  it('does not begin anew where a proxy answers for a server that is away', async () => {
    await openDialog()
    await begin(20 * MB)
    let answered = 0
    await page.route('**/api/maps/uploads/**', (route) => {
      answered += 1
      return route.fulfill({ status: 502, body: 'Bad gateway' })
    })
    line.cut()
    await expect.poll(() => answered, POLL).toBeGreaterThan(0)
    await dialog().getByText('Waiting for the connection').waitFor()
    line.mend()
    line.release()
    await page.unroute('**/api/maps/uploads/**')
    await expectWhole(await editedMap(), large)
    expect(line.sent()).toBeLessThan(54 * MB + 8 * MB)
  })

  it('is given up by cancelling, and by the notice after a reload; the server keeps nothing', async () => {
    await openDialog()
    const uploads = join(server.dataFolder, 'uploads')
    const all = () => (existsSync(uploads) ? readdirSync(uploads, { recursive: true }).map(String) : [])
    const before = new Set(all())
    /** Beside what there was, which may still be cleared away. */
    const kept = () => all().filter((name) => !before.has(name))
    await begin(15 * MB)
    await expect.poll(kept, POLL).not.toEqual([])
    await press('Cancel the upload')
    line.release()
    await dialog().getByText(basename(large), { exact: true }).waitFor()
    await expect.poll(kept, POLL).toEqual([])

    await begin(15 * MB)
    await page.reload({ waitUntil: 'commit' })
    line.release()
    await press('Discard upload')
    await dialog().getByText('An upload was interrupted').waitFor({ state: 'detached' })
    await expect.poll(kept, POLL).toEqual([])
    expect((await callApi(user, personalMaps, {})).maps).toEqual([])
  })
})
