import { setTimeout as pause } from 'node:timers/promises'
import { PNG } from 'pngjs'
import type { Locator, Page } from 'playwright-core'

export type PaneName = 'Scan' | 'Base map'
export type Screen = readonly [x: number, y: number]

/** What a pane says of the place under the pointer. */
export interface Reading {
  /** Pixels on the scan; null outside it. */
  readonly image: readonly [x: number, y: number] | null
  /** EPSG:3857 metres; null where there is no warp yet. */
  readonly map: readonly [x: number, y: number] | null
}

/** CSS px on the page ↔ a plane: north-up panes scale and shift only. */
export interface PaneView {
  /** Units of the plane (metres, scan pixels) a CSS px. */
  readonly unitsPerPx: number
  toScreen(place: readonly [x: number, y: number]): Screen
}

/** Generous: software graphics on a busy machine. */
const CALM_MS = 60_000

export const paneOf = (page: Page, name: PaneName): Locator => page.getByRole('region', { name, exact: true })

/**
 * Waits until a pane has drawn all it shows and nothing moves. Two frames go before: what the last
 * step changed in the layout reaches the pane's canvas in the next frame only, and the pane is busy then.
 */
export async function untilCalm(page: Page, name: PaneName): Promise<void> {
  await twoFrames(page)
  await page.locator(`section[aria-label="${name}"][data-busy="false"]`).waitFor({ timeout: CALM_MS })
}

/** Opens the menu of the tools that have no button of their own, and presses one. */
export async function pressTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More tools' }).click()
  await page.getByRole('menu').locator('[role^=menuitem]').filter({ hasText: name }).click()
}

/** Moves the pointer to a place of the page and reads what the pane there says of it. */
export async function readAt(page: Page, name: PaneName, at: Screen): Promise<Reading> {
  const readout = paneOf(page, name).getByRole('group', { name: 'Coordinates' })
  const before = await readout.innerText()
  await page.mouse.move(at[0], at[1])
  // The readout follows once a frame, and its other half when the worker has answered.
  await page
    .waitForFunction(
      ([pane, last]) => {
        const group = document.querySelector(
          `section[aria-label="${pane}"] [role="group"][aria-label="Coordinates"]`,
        )
        return group instanceof HTMLElement && group.innerText !== last
      },
      [name, before] as const,
      { timeout: 10_000 },
    )
    .catch(() => undefined)
  await twoFrames(page)
  await readout.and(page.locator('[aria-busy="false"]')).waitFor({ timeout: CALM_MS })
  return parseReading(await readout.innerText())
}

/** Resolves when the page has drawn twice: what the last event changed is on the screen. */
export const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

const figure = (text: string) => Number(text.replaceAll(',', ''))

export function parseReading(text: string): Reading {
  const image = /x ([\d,.-]+)\s+y ([\d,.-]+)/.exec(text)
  const map = /EPSG:3857\s+(-?[\d,.]+),?\s+(-?[\d,.]+)/.exec(text)
  return {
    image: image ? [figure(image[1]!), figure(image[2]!)] : null,
    map: map ? [figure(map[1]!), figure(map[2]!)] : null,
  }
}

/** How a pane lies on the page now, from what it says at two places. `own` is the half that the pane itself knows. */
export async function viewOf(page: Page, name: PaneName): Promise<PaneView> {
  const box = await boxOf(page, name)
  const a: Screen = [Math.round(box.x + box.width * 0.3), Math.round(box.y + box.height * 0.35)]
  const b: Screen = [Math.round(box.x + box.width * 0.7), Math.round(box.y + box.height * 0.65)]
  const own = (reading: Reading) => {
    const place = name === 'Scan' ? reading.image : reading.map
    if (!place) throw new Error(`the pane "${name}" does not say where the pointer is`)
    return place
  }
  const [p, q] = [own(await readAt(page, name, a)), own(await readAt(page, name, b))]
  const scale = [(b[0] - a[0]) / (q[0] - p[0]), (b[1] - a[1]) / (q[1] - p[1])] as const
  return {
    unitsPerPx: 1 / Math.abs(scale[0]),
    toScreen: ([x, y]) => [a[0] + (x - p[0]) * scale[0], a[1] + (y - p[1]) * scale[1]],
  }
}

export async function boxOf(page: Page, name: PaneName) {
  const box = await paneOf(page, name).boundingBox()
  if (!box) throw new Error(`the pane "${name}" is not shown`)
  return box
}

/** A little more than two presses may lie apart to count as a double one (pane-core.ts). */
const DOUBLE_PRESS_MS = 400
const lastPresses = new WeakMap<Page, { readonly at: Screen; readonly timeMs: number }>()

/** Presses a place of a pane once, as a mouse does: at the same place again it waits until it is no double press. */
export async function pressAt(page: Page, at: Screen): Promise<void> {
  const last = lastPresses.get(page)
  if (last && Math.hypot(at[0] - last.at[0], at[1] - last.at[1]) < 10)
    await pause(Math.max(0, last.timeMs + DOUBLE_PRESS_MS - performance.now()))
  await page.mouse.move(at[0], at[1])
  await twoFrames(page)
  await page.mouse.down()
  await page.mouse.up()
  lastPresses.set(page, { at, timeMs: performance.now() })
  await twoFrames(page)
}

/** Number of points that the table's line names. */
export const pointCount = (page: Page, count: number) =>
  page
    .getByRole('region', { name: 'Control points' })
    .getByText(new RegExp(`^(?:\\d+ of )?${count} points?\\b`))
    .first()

/** Looks a place up and lets the base map go there. */
export async function goToPlace(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search places' }).click()
  const box = page.getByRole('combobox', { name: 'Place or coordinates' })
  await box.fill(text)
  await page.getByRole('option').first().waitFor({ timeout: CALM_MS })
  await box.press('Enter')
  await box.waitFor({ state: 'detached' })
  await untilCalm(page, 'Base map')
}

/** Presses the zoom buttons until a pane shows about so many units a CSS px. */
export async function zoomTo(page: Page, name: PaneName, unitsPerPx: number): Promise<void> {
  for (let round = 0; round < 30; round++) {
    const now = (await viewOf(page, name)).unitsPerPx
    if (Math.abs(Math.log2(now / unitsPerPx)) < 0.55) return
    const isTooClose = now < unitsPerPx
    const button = paneOf(page, name).getByRole('button', { name: isTooClose ? 'Zoom out' : 'Zoom in' })
    const steps = Math.max(1, Math.floor(Math.abs(Math.log2(now / unitsPerPx)) - 0.5))
    for (let i = 0; i < steps; i++) await button.click()
    await untilCalm(page, name)
  }
  throw new Error(`the pane "${name}" does not come to ${unitsPerPx} units a pixel`)
}

/** Imports a file of control points through the dialog. */
export async function importPoints(page: Page, fileName: string, content: string | Buffer, count: number) {
  await pressTool(page, 'Import points')
  const dialog = page.getByRole('dialog', { name: 'Import control points' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: fileName,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  })
  await dialog.getByText(new RegExp(`^${count} points? found`)).waitFor({ timeout: CALM_MS })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Takes the points' marks off both maps, so that the pictures beneath can be compared. */
export async function hidePoints(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Map settings' }).click()
  await page.getByRole('switch', { name: 'Show points and error arrows' }).click()
  await page.keyboard.press('Escape')
  await untilCalm(page, 'Base map')
}

/**
 * Publishes and waits until the page says so and shows the published file.
 *
 * @param version - number of the file: 1 for a map's first, one more each time.
 */
export async function transform(page: Page, version = 1, { leavesCard = false } = {}): Promise<void> {
  const file = page.waitForResponse((response) => response.url().includes(`/transformed/${version}.tif`), {
    timeout: 2 * CALM_MS,
  })
  await page.getByRole('button', { name: 'Transform', exact: true }).click()
  await page
    .getByText('Map transformed successfully!')
    .first()
    .waitFor({ timeout: 2 * CALM_MS })
  await file
  // It lies over the scan until it is closed.
  const card = page.getByRole('region', { name: 'Your map lies on today’s map' })
  await card.waitFor()
  if (!leavesCard) await card.getByRole('button', { name: 'Close' }).click()
  await untilCalm(page, 'Base map')
}

/** How many pixels of a part of the page are of a colour, or so near that only blending of edges lies between. */
export async function countOf(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
  colour: readonly [red: number, green: number, blue: number],
): Promise<number> {
  const { data } = await pixelsOf(page, clip)
  let count = 0
  for (let at = 0; at < data.length; at += 4)
    if (Math.hypot(...colour.map((value, channel) => (data[at + channel] ?? 0) - value)) < 40) count += 1
  return count
}

/** Pixels of a part of the page, as it is shown. */
export async function pixelsOf(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<PNG> {
  return PNG.sync.read(await page.screenshot({ clip, animations: 'disabled' }))
}
