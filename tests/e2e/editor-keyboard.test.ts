import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAbsent, stays } from '../support/page-expect.ts'
import { type EditorStage, openOwnMap, pointsFile, setEditorStage, untilDrawn } from './editor-stage.ts'
import { importPoints, paneOf, parseReading, pointCount, type PaneName } from './main-job-editor.ts'

let stage: EditorStage
let page: Page
let end: () => Promise<void>
beforeAll(async () => {
  stage = await setEditorStage()
  const { opened } = await openOwnMap(stage, { points: 6 })
  ;({ page, close: end } = opened)
})
afterAll(async () => {
  await end?.()
  await stage?.end()
})

const mapOf = (name: PaneName, on = page) => paneOf(on, name).getByRole('application').first()
const readingOf = async (name: PaneName, on = page) => {
  await untilDrawn(on)
  return parseReading(await paneOf(on, name).getByRole('group', { name: 'Coordinates' }).innerText())
}
/** Where the two crosses stand, each in its own plane. */
const crosses = async (on = page) => [
  (await readingOf('Scan', on)).image,
  (await readingOf('Base map', on)).map,
]
/** The button that takes the last step back, while there is one. */
const undoable = (on = page) => on.locator('button[aria-label^="Undo"]:not([data-disabled])')
const selected = () => page.locator('tr[aria-selected="true"]')

/** What has the focus: its pane and its name. */
const focus = () =>
  page.evaluate(() => {
    const at = document.activeElement
    const name = at?.getAttribute('aria-label') ?? at?.textContent ?? ''
    return { pane: at?.closest('[data-pane]')?.getAttribute('data-pane') ?? null, tag: at?.tagName, name }
  })

/** Goes on by Tab until the focus leaves a pane; gives what had it there. */
async function stopsIn(pane: 'scan' | 'map'): Promise<string[]> {
  const stops: string[] = []
  for (let at = await focus(); at.pane === pane; at = await focus()) {
    stops.push(`${at.tag} ${at.name}`)
    if (stops.length > 20) break
    await page.keyboard.press('Tab')
  }
  return stops
}

describe('the editor by keyboard', () => {
  it('begins at the scan, whose keys work at once', async () => {
    const { opened } = await openOwnMap(stage, { title: 'Opened anew' })
    const isOnScan = () =>
      opened.page.evaluate(() => document.activeElement?.closest('[data-pane=scan]') !== null)
    await expect.poll(isOnScan).toBe(true)
    const [before] = await crosses(opened.page)
    await opened.page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await crosses(opened.page))[0]).not.toEqual(before)
    await opened.close()
  })

  it('takes one Tab for a pane, each of whose stops has a name, and moves nothing by it', async () => {
    const before = await crosses()
    await mapOf('Scan').focus()
    const [scan, ...besideScan] = await stopsIn('scan')
    expect(scan).toBe('DIV Scan')
    await mapOf('Base map').focus()
    const [map, ...besideMap] = await stopsIn('map')
    expect(map).toBe('DIV Base map')
    for (const stops of [besideScan, besideMap]) {
      expect(stops.filter((stop) => stop.startsWith('CANVAS'))).toEqual([])
      expect(stops.filter((stop) => !/^\w+ \S/.test(stop))).toEqual([])
      expect(new Set(stops).size).toBe(stops.length)
    }
    expect(besideMap.filter((stop) => stop.startsWith('SUMMARY'))).toHaveLength(1)
    await stays(page, crosses).toEqual(before)
    await expectAbsent(page.locator('tr[aria-selected="true"]'))
  })

  it('goes through the points by N and P, moves the chosen one by the arrows, and lets it go by Escape', async () => {
    await page.getByRole('button', { name: 'Open the accuracy table' }).click()
    await mapOf('Scan').focus()
    await page.keyboard.press('n')
    await page.keyboard.press('n')
    await expect.poll(() => selected().getAttribute('aria-selected')).toBe('true')
    const two = await crosses()
    await page.keyboard.press('p')
    await page.keyboard.press('p')
    await page.keyboard.press('n')
    await page.keyboard.press('n')
    // Round and round: from the first back to the last and on again.
    await expect.poll(() => crosses()).toEqual(two)
    await page.keyboard.press('Control+ArrowRight')
    await undoable().waitFor()
    await stays(page, crosses).toEqual(two)
    await page.keyboard.press('Escape')
    await expect.poll(() => selected().count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await crosses())[0]).not.toEqual(two[0])
    await page.keyboard.press('Control+z')
    await undoable().waitFor({ state: 'detached' })
  })

  it('changes the pane by X, and places a pair with nothing but keys', async () => {
    await mapOf('Scan').focus()
    await page.keyboard.press('x')
    await expect.poll(focus).toMatchObject({ pane: 'map', name: 'Base map' })
    const before = await crosses()
    await page.keyboard.press('ArrowLeft')
    const [scan, map] = await crosses()
    expect(scan).toEqual(before[0])
    expect(map).not.toEqual(before[1])
    await page.keyboard.press('x')
    await expect.poll(focus).toMatchObject({ pane: 'scan', name: 'Scan' })
    await page.keyboard.press('a')
    await undoable().waitFor()
    await stays(page, async () => (await readingOf('Base map')).map).toEqual(map)
    await page.keyboard.press('Control+z')
  })

  it('places a pair where the keys lead, also while the map is on its way there', async () => {
    await mapOf('Base map').focus()
    await page.keyboard.press('Escape')
    const start = await crosses()
    await page.keyboard.press('Shift+ArrowRight')
    const goal = await crosses()
    await page.keyboard.press('Shift+ArrowLeft')
    await stays(page, crosses).toEqual(start)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('a')
    await undoable().waitFor()
    await expect.poll(crosses).toEqual(goal)
    // Gone elsewhere, and back to the last point by its key.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('p')
    await expect.poll(() => crosses()).toEqual(goal)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+z')
    await undoable().waitFor({ state: 'detached' })
  })

  it('changes to the pane that is not shown as well', async () => {
    await mapOf('Scan').focus()
    await page.keyboard.press('1')
    await page.keyboard.press('x')
    await expect.poll(focus).toMatchObject({ pane: 'map', name: 'Base map' })
    await page.keyboard.press('x')
    await expect.poll(focus).toMatchObject({ pane: 'scan', name: 'Scan' })
    await page.keyboard.press('2')
    await untilDrawn(page)
  })

  it('moves the scan by 80 px, finely with Ctrl, by 1 px with Shift as well, and loses no press in a row', async () => {
    await mapOf('Scan').press('Home')
    const across = async (...keys: string[]) => {
      const before = (await readingOf('Scan')).image?.[0] ?? NaN
      for (const key of keys) await page.keyboard.press(key)
      return ((await readingOf('Scan')).image?.[0] ?? NaN) - before
    }
    const step = await across('ArrowRight')
    expect(step).toBeGreaterThan(0)
    expect((await across('Control+ArrowLeft')) / step).toBeCloseTo(-8 / 80, 2)
    expect((await across('Control+Shift+ArrowLeft')) / step).toBeCloseTo(-1 / 80, 2)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect((await across('ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowLeft')) / step).toBeCloseTo(0, 2)
    expect((await across('ArrowLeft', 'ArrowLeft')) / step).toBeCloseTo(-2, 2)
    // Faster than a frame: the first move has not begun when it is taken back.
    const before = (await readingOf('Scan')).image?.[0] ?? NaN
    await mapOf('Scan').evaluate((pane) => {
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowLeft'])
        pane.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    await stays(page, async () => ((await readingOf('Scan')).image?.[0] ?? NaN) - before).toBeCloseTo(0, 2)
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  it('names the keys of the maps in its list', async () => {
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const text of [
      /Move the map/,
      /Zoom in, zoom out/,
      /Show everything/,
      /Go to the other map/,
      /Next point/,
      /In the accuracy table: to another row/,
      /On a number in the accuracy table/,
    ])
      await list.getByText(text).waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
  })

  it('gives Escape to what lies over the page, wherever the focus is, and then to the chosen point', async () => {
    await mapOf('Scan').focus()
    await page.keyboard.press('n')
    await stays(page, () => selected().count()).toBe(1)
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await stays(page, () => selected().count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => selected().count()).toBe(0)
  })
})

it('keeps the focus in the pane that stays when the view leaves one, and says which view it is', async () => {
  const views = [
    ['Base map', '1', 'scan', 'Original'],
    ['Scan', '3', 'map', 'Result'],
  ] as const
  for (const [from, key, to, said] of views) {
    await mapOf(from).focus()
    await page.keyboard.press(key)
    await expect.poll(async () => (await focus()).pane).toBe(to)
    await page.getByRole('status').filter({ hasText: said }).waitFor({ state: 'attached' })
    // The result is looked at: no key places a point in it.
    if (key === '3') await page.keyboard.press('a')
    await expectAbsent(undoable())
    await page.keyboard.press('2')
    await untilDrawn(page)
    await expect.poll(async () => (await focus()).pane).toBe(to)
  }
})

it('gives the focus back to the menu from which a dialog was opened', async () => {
  const menu = page.getByRole('button', { name: 'More', exact: true })
  for (const item of ['Export points', 'Keyboard shortcuts', 'Edit map info']) {
    await menu.press('Enter')
    // The menu takes the focus a moment after it stands.
    await page.locator('[role=menu]:focus-within').waitFor({ state: 'attached' })
    await page.getByRole('menuitem', { name: item }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(async () => (await focus()).name, { message: item }).toMatch(/^More/)
  }
})

it('gives the focus back from a notice to where it was', async () => {
  const limit = '**/api/maps/check-transform-limit'
  await page.getByRole('button', { name: 'Add point' }).click()
  await page.route(limit, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Transform', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Dismiss' }).first().press('Enter')
  await expect.poll(async () => (await focus()).name).toMatch(/^Transform/)
  await page.unroute(limit)
  await page.keyboard.press('Control+z')
  await undoable().waitFor({ state: 'detached' })
})

it('takes what is typed right after the key of the search into its field', async () => {
  await mapOf('Base map').focus()
  await page.evaluate(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }),
    ),
  )
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await focus()).pane).toBe('map')
})

describe('the accuracy table by keyboard', () => {
  let many: Page
  let endMany: () => Promise<void>
  beforeAll(async () => {
    const opened = await openOwnMap(stage)
    many = opened.page
    endMany = opened.opened.close
    const pixels = Array.from({ length: 60 }, (_, i) => [40 + 12 * i, 40 + ((i * 173) % 500)] as const)
    await importPoints(many, 'sixty.points', pointsFile(pixels), 60)
    await pointCount(many, 60).waitFor()
    const bar = many.getByRole('button', { name: 'Open the accuracy table' })
    if (await bar.isVisible()) await bar.click()
    await many.getByRole('columnheader', { name: 'No.' }).getByRole('button').click()
    await many.getByRole('status').getByText('In the order of the numbers').waitFor({ state: 'attached' })
  })
  afterAll(async () => endMany?.())

  const tableOf = (on: Page) => on.getByRole('table', { name: 'Control points' })
  const numberOf = (number: number, on = many) =>
    tableOf(on).getByRole('button', { name: `Point ${number}`, exact: true })
  /** What of the table's body has the focus, by name; null: nothing of it. */
  const inTable = () =>
    many.evaluate(() => {
      const at = document.activeElement
      return at?.closest('tbody') ? at.getAttribute('aria-label') : null
    })
  const press = async (...keys: string[]) => {
    for (const key of keys) await many.keyboard.press(key)
  }
  /** Presses keys one after another, and expects that this has the focus in the table then. */
  const expectAfter = async (keys: readonly string[], name: string | null) => {
    await press(...keys)
    await expect.poll(inTable).toBe(name)
  }
  /** Number of the point whose row has the focus. */
  const numberInTable = async () => Number((await inTable())?.match(/\d+/)?.[0])
  /** Whether what has the focus is seen: beneath the head of the table, and above the end of the drawer. */
  const isSeen = () =>
    many.evaluate(() => {
      const at = document.activeElement
      const box = at?.getBoundingClientRect()
      const head = at?.closest('table')?.querySelector('th')?.getBoundingClientRect()
      const drawer = at?.closest('section')?.getBoundingClientRect()
      return !!box && !!head && !!drawer && box.top >= head.bottom && box.bottom <= drawer.bottom
    })
  const fromHead = () => many.getByRole('columnheader', { name: 'Error (px)' }).getByRole('button').focus()

  it('takes one Tab for each control of one row, and then leaves', async () => {
    await fromHead()
    await expectAfter(['Tab'], 'Point 1')
    await expectAfter(['Tab'], 'Use point 1')
    await expectAfter(['Tab'], null)
    await expect.poll(() => many.locator('tbody [tabindex="0"]').count()).toBe(2)
  })

  it('goes from row to row within a column, and brings each into view', async () => {
    await fromHead()
    await expectAfter(['Tab', 'Tab', 'ArrowDown', 'ArrowDown'], 'Use point 3')
    await expectAfter(['Shift+Tab', 'ArrowUp'], 'Point 2')
    await expectAfter(['End'], 'Point 60')
    await expect.poll(isSeen).toBe(true)
    await press('ArrowDown')
    await stays(many, inTable).toBe('Point 60')
    await expectAfter(['Home'], 'Point 1')
    await expect.poll(isSeen).toBe(true)
    await press('PageDown')
    await expect.poll(numberInTable).toBeGreaterThan(2)
    const page = (await numberInTable()) - 1
    expect(page).toBeLessThan(20)
    await press('PageDown', 'PageDown')
    await expect.poll(numberInTable).toBe(1 + 3 * page)
    await expect.poll(isSeen).toBe(true)
    await press('PageUp')
    await expect.poll(numberInTable).toBe(1 + 2 * page)
    await expect.poll(isSeen).toBe(true)
  })

  it('has the focus by the key that opens it', async () => {
    await mapOf('Scan', many).focus()
    await many.keyboard.press('4')
    await tableOf(many).waitFor({ state: 'detached' })
    await many.keyboard.press('4')
    await expect.poll(() => many.evaluate(() => document.activeElement?.ariaLabel)).toBe('Control points')
    await many.getByRole('columnheader', { name: 'No.' }).getByRole('button').click()
  })

  it('moves neither a map nor a point by its arrows', async () => {
    await mapOf('Scan', many).focus()
    await many.keyboard.press('n')
    await many.locator('tr[aria-selected="true"]').waitFor({ state: 'attached' })
    const before = await crosses(many)
    const undo = await undoable(many).getAttribute('aria-label')
    await fromHead()
    await press('Tab', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'Home')
    await stays(many, () => crosses(many)).toEqual(before)
    await stays(many, () => undoable(many).getAttribute('aria-label')).toBe(undo)
    await many.keyboard.press('Escape')
  })

  it("is entered at the selected point's row, also when it is far out of view", async () => {
    await fromHead()
    await press('Tab', 'End')
    await mapOf('Scan', many).focus()
    for (const key of ['n', 'n', 'n']) await many.keyboard.press(key)
    await fromHead()
    await expectAfter(['Tab'], 'Point 3')
    await many.keyboard.press('Escape')
    await many.locator('tr[aria-selected="true"]').waitFor({ state: 'detached' })
    await fromHead()
    await expectAfter(['Tab'], 'Point 3')
  })

  it('holds the focus in a row that is scrolled away', async () => {
    await fromHead()
    await expectAfter(['Tab', 'End'], 'Point 60')
    await numberOf(57).waitFor()
    const box = await tableOf(many).locator('th').first().boundingBox()
    if (!box) throw new Error('no table')
    await many.mouse.move(box.x + 20, box.y + 60)
    await many.mouse.wheel(0, -5000)
    await numberOf(2).waitFor()
    await numberOf(57).waitFor({ state: 'detached' })
    await expect.poll(inTable).toBe('Point 60')
    await expect.poll(isSeen).toBe(false)
    await expectAfter(['ArrowUp'], 'Point 59')
    await expect.poll(isSeen).toBe(true)
  })

  it('deletes the point of a number by Delete and Backspace, says so, and goes on to the next row', async () => {
    await fromHead()
    await press('Tab', 'End', 'ArrowUp')
    await expectAfter(['Delete'], 'Point 59')
    await pointCount(many, 59).waitFor()
    const said = many.getByRole('status').filter({ hasText: 'Point 59 deleted' })
    await said.waitFor({ state: 'attached' })
    // The last: the one before it takes over.
    await expectAfter(['Backspace'], 'Point 58')
    await pointCount(many, 58).waitFor()
    await expectAfter(['Tab', 'Delete'], 'Use point 58')
    await many.keyboard.press('Control+z')
    await many.keyboard.press('Control+z')
    await pointCount(many, 60).waitFor()
    await expect.poll(inTable).toBe('Use point 58')
  })

  it('deletes one point by a key that is held down', async () => {
    await fromHead()
    await press('Tab', 'Home')
    await many.keyboard.down('Delete')
    await many.keyboard.down('Delete')
    await many.keyboard.down('Delete')
    await many.keyboard.up('Delete')
    // The same step taken back: it was one.
    await many.keyboard.press('Control+z')
    await pointCount(many, 60).waitFor()
  })

  it('gives the focus to the region when the table goes with its points', async () => {
    const bar = page.getByRole('button', { name: 'Open the accuracy table' })
    if (await bar.isVisible()) await bar.click()
    await numberOf(1, page).focus()
    // Five points: with two left there is no table.
    for (let i = 0; i < 4; i++) await page.keyboard.press('Delete')
    await tableOf(page).waitFor({ state: 'detached' })
    await expect.poll(focus).toMatchObject({ tag: 'SECTION', name: 'Control points' })
    for (let i = 0; i < 4; i++) await page.keyboard.press('Control+z')
    await undoable().waitFor({ state: 'detached' })
    await pointCount(page, 5).waitFor()
  })
})
