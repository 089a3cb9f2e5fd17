/** A map that is placed and taken along without an account, and never leaves the computer. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { UNDRAWN } from '../support/browser.ts'
import { type Line, openLine } from '../support/line.ts'
import { stays } from '../support/page-expect.ts'
import { drawnScan } from '../support/scans.ts'
import { type EditorStage, SCAN, setEditorStage, untilDrawn } from './editor-stage.ts'
import { pointCount } from './main-job-editor.ts'
import { CORNERS, openTry, placeFourPoints } from './try-stage.ts'

/** What the page asks for: its program, its texts and letters, settings of the instance, and the base map. */
const OWN =
  /^\/(?:landing|try|boot\.js|favicon\.svg|manifest\.webmanifest|(?:assets|locales|icons|landing|fonts)\/.*|api\/(?:config|health|figures|base-map\/.*))$/
let stage: EditorStage
let line: Line
let scan: Buffer
beforeAll(async () => {
  // The service worker stores the program as it is built.
  stage = await setEditorStage({}, UNDRAWN)
  line = await openLine(() => stage.server.url)
  scan = (await drawnScan(SCAN.width, SCAN.height)).content
})
afterAll(async () => {
  await line?.close()
  await stage?.end()
})

it('scan and points are there again after the tab has died, without a connection, and in the list of this device', async () => {
  const server = { ...stage.server, url: line.url }
  const opened = await openTry({ ...stage, server }, { hasServiceWorker: true })
  let { page } = opened
  await page.goto('/try')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Plan_of_Kaunas.png', mimeType: 'image/png', buffer: scan })
  await placeFourPoints(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const [context, address] = [page.context(), page.url()]
  line.cut()
  await context.setOffline(true)
  // As when a device runs out of memory or power.
  const killed = page.waitForEvent('crash')
  const device = await context.newCDPSession(page)
  device.send('Page.crash').catch(() => undefined)
  await killed
  page = await context.newPage()
  await page.goto(address)
  await untilDrawn(page)
  await pointCount(page, CORNERS.length).waitFor()
  await page.goto('/try')
  await page.getByRole('button', { name: 'Plan of Kaunas', exact: true }).click()
  await pointCount(page, CORNERS.length).waitFor()
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})

it('nothing but own files and the base map is asked for, from the first page to the file', async () => {
  const opened = await openTry(stage)
  const { page } = opened
  const others: string[] = []
  page.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url())
    if (protocol === 'blob:' || protocol === 'data:') return
    const isOwn = origin === stage.server.url && OWN.test(pathname)
    if (!isOwn || request.method() !== 'GET') others.push(`${request.method()} ${request.url()}`)
  })
  await page.goto('/landing')
  await page.getByRole('link', { name: 'Try it with your map' }).waitFor()
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], 'Plan_of_Kaunas.png', { type: 'image/png' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, scan.toString('base64'))
  await placeFourPoints(page)
  await page.getByRole('button', { name: 'Take the file' }).click()
  await page.getByRole('radio', { name: 'Lossless' }).check()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Plan of Kaunas.tif')
  const { width, height } = await sharp(await readFile(await download.path())).metadata()
  expect(width / height).toBeCloseTo(SCAN.width / SCAN.height, 1)
  await stays(page, () => others).toEqual([])
  expect(opened.takeErrors()).toEqual([])
  await opened.close()
})
