import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getDraft } from '../../contract/api/drafts.ts'
import { getMap } from '../../contract/api/maps.ts'
import { type Caller, callApi, newUser } from '../support/api.ts'
import { DRAWN } from '../support/browser.ts'
import { goTo } from '../support/in-app.ts'
import { addConverted } from '../support/map-templates.ts'
import {
  type EditorStage,
  openEditor,
  openOwnMap,
  placeOf,
  setEditorStage,
  setKeptEditorStage,
  untilDrawn,
} from './editor-stage.ts'
import { BRIEF, fingersOn } from './fingers.ts'
import { boxOf, paneOf, pixelsOf, pressAt, transform, viewOf } from './main-job-editor.ts'

type Corner = readonly [x: number, y: number]

let drawn: EditorStage
let stage: EditorStage
beforeAll(async () => {
  drawn = await setEditorStage({}, DRAWN)
  stage = await setKeptEditorStage()
})
afterAll(async () => {
  await drawn?.end()
  await stage?.end()
})

const picture = async (page: Page, name: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/crop-${name}.png` })
}

/** The mask of the draft that the server keeps, with whole px. */
async function keptMask(user: Caller, id: string): Promise<number[][][] | null> {
  const { draft } = await callApi(user, getDraft, { params: { id } })
  return draft?.transformation.mask?.map((ring) => ring.map((corner) => corner.map(Math.round))) ?? null
}

/** Whether corners lie where they should, but for the px of a press. */
const near = (mask: number[][][] | null, rings: readonly (readonly Corner[])[], within = 3) =>
  mask?.length === rings.length &&
  mask.every(
    (ring, at) =>
      ring.length === rings[at]?.length &&
      ring.every(([x = NaN, y = NaN], corner) => {
        const [wantedX, wantedY] = rings[at]?.[corner] ?? [NaN, NaN]
        return Math.abs(x - wantedX) <= within && Math.abs(y - wantedY) <= within
      }),
  )

const panel = (page: Page) => page.getByRole('group', { name: 'Crop the scan' })
const said = (page: Page, text: string) =>
  page.getByRole('status').getByText(text).waitFor({ state: 'attached' })

/** Reads the colour of the base pane where a scan px truly lies, as long as the pane stands still. */
async function readerOnMap(page: Page, corner: Corner): Promise<() => Promise<number[]>> {
  await untilDrawn(page)
  const view = await viewOf(page, 'Base map')
  // Away from the place: the pointer's own mark lies under it.
  const { x, y } = await boxOf(page, 'Base map')
  await page.mouse.move(x + 5, y + 300)
  const [left, top] = view.toScreen(placeOf(corner))
  return async () => {
    await untilDrawn(page)
    const { data } = await pixelsOf(page, { x: Math.round(left), y: Math.round(top), width: 1, height: 1 })
    return [...data.subarray(0, 3)]
  }
}

/** The published file is lossy, and drawn from other levels. */
const isAlike = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, channel) => value - (b[channel] ?? NaN))) < 24

/** Waits until the base pane shows a colour where a scan px truly lies, or until it shows another. */
async function untilShown(page: Page, corner: Corner, colour: readonly number[], isShown: boolean) {
  const read = await readerOnMap(page, corner)
  await expect.poll(async () => isAlike(await read(), colour)).toBe(isShown)
}

describe('the crop of a scan', () => {
  it('is pressed out, changed by its corners and edges, seen on the map at once, undone, and published', async () => {
    const { user, mapId, opened, page } = await openOwnMap(drawn, { points: 5 })
    const [inside, outside]: Corner[] = [
      [420, 320],
      [120, 320],
    ]
    const shown = {
      inside: await (await readerOnMap(page, inside!))(),
      outside: await (await readerOnMap(page, outside!))(),
    }
    await page.getByRole('button', { name: 'Crop the scan' }).click()
    await panel(page).getByText('Press the corners of the part').waitFor()
    const view = await viewOf(page, 'Scan')
    const press = (corner: Corner) => pressAt(page, view.toScreen(corner))
    await press([200, 160])
    await press([600, 160])
    await panel(page).getByText('2 corners set.').waitFor()
    await press([600, 460])
    await page.keyboard.down('Shift')
    // At right angles to the edge before: 20 px off are made good.
    await press([220, 472])
    await page.keyboard.up('Shift')
    await panel(page).getByText('4 corners set. Press the first one again').waitFor()
    await picture(page, 'open-1280')
    await press([200, 160])
    await said(page, 'The scan is cropped')
    const first: Corner[] = [
      [200, 160],
      [600, 160],
      [600, 460],
      [220, 460],
    ]
    await expect.poll(async () => near(await keptMask(user, mapId), [first])).toBe(true)
    await picture(page, 'there-1280')
    // Live, without a transform.
    await untilShown(page, inside!, shown.inside, true)
    await untilShown(page, outside!, shown.outside, false)

    // The middle of the left edge becomes a corner farther out; what it takes in shows while it is still held.
    await page.mouse.move(...view.toScreen([210, 310]))
    await page.mouse.down()
    await page.mouse.move(...view.toScreen([80, 310]), { steps: 6 })
    await page.mouse.up()
    await said(page, 'Corner added to the crop')
    await expect.poll(async () => near(await keptMask(user, mapId), [[...first, [80, 310]]])).toBe(true)
    await untilShown(page, outside!, shown.outside, true)
    await panel(page).getByText('A corner is chosen').waitFor()
    await panel(page).getByRole('button', { name: 'Delete corner' }).click()
    await said(page, 'Corner of the crop deleted')
    await expect.poll(async () => near(await keptMask(user, mapId), [first])).toBe(true)

    // A hole within.
    for (const corner of [
      [380, 280],
      [460, 280],
      [460, 360],
      [380, 360],
    ] as const)
      await press(corner)
    await panel(page).getByRole('button', { name: 'Close the outline' }).click()
    const hole: Corner[] = [
      [380, 280],
      [460, 280],
      [460, 360],
      [380, 360],
    ]
    await expect.poll(async () => near(await keptMask(user, mapId), [first, hole])).toBe(true)
    await untilShown(page, inside!, shown.inside, false)
    await page.keyboard.press('Control+z')
    await said(page, 'Undone: outline of the crop')
    await expect.poll(async () => near(await keptMask(user, mapId), [first])).toBe(true)

    await panel(page).getByRole('button', { name: 'Done' }).click()
    await panel(page).waitFor({ state: 'detached' })
    await Promise.all([said(page, 'Transforming…'), transform(page, 2)])
    const { transformation } = await callApi(user, getMap, { params: { id: mapId } })
    expect(near(transformation?.mask ?? null, [first])).toBe(true)
    await untilShown(page, inside!, shown.inside, true)
    await untilShown(page, outside!, shown.outside, false)

    // There after a reload, and it can be taken away.
    await page.reload()
    await untilDrawn(page)
    await page.getByRole('button', { name: 'Crop the scan' }).click()
    await panel(page).getByRole('button', { name: 'Remove the crop' }).click()
    await said(page, 'The crop is removed')
    await untilShown(page, outside!, shown.outside, true)
    expect(opened.takeErrors()).toEqual([])
    await opened.close()
  })

  it('is set, chosen, moved and deleted by keys alone', async () => {
    const { user, mapId, opened, page } = await openOwnMap(stage)
    await paneOf(page, 'Scan').locator('[tabindex="0"]').first().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('c')
    await panel(page).waitFor()
    await panel(page).getByText('A sets a corner at the crosshair, Enter closes the outline').waitFor()
    await page.keyboard.press('a')
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('a')
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('a')
    await panel(page).getByText('3 corners set.').waitFor()
    await page.keyboard.press('Enter')
    await said(page, 'The scan is cropped')
    await expect.poll(async () => (await keptMask(user, mapId))?.[0]?.length).toBe(3)
    const [ring] = (await keptMask(user, mapId)) ?? []
    await page.keyboard.press('n')
    await panel(page).getByText('A corner is chosen').waitFor()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => keptMask(user, mapId))
      .toEqual([[[ring![0]![0]! - 11, ring![0]![1]! - 1], ring![1], ring![2]]])
    // A triangle goes with a corner of it.
    await page.keyboard.press('Delete')
    await said(page, 'Corner of the crop deleted')
    await expect.poll(() => keptMask(user, mapId)).toBeNull()
    // What is begun goes corner by corner, and then the tool.
    await page.keyboard.press('a')
    await panel(page).getByText('1 corner set.').waitFor()
    await page.keyboard.press('Escape')
    await panel(page).getByText('Press the corners of the part').waitFor()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Crop the scan; again: done.').waitFor()
    await opened.close()
  })

  it('is set by fingers on a phone, without a fault that axe finds', async () => {
    const { user, mapId, opened, page } = await openOwnMap(
      stage,
      {},
      { width: 390, height: 844, touch: true, theme: 'dark' },
    )
    await page.getByRole('button', { name: 'Controls' }).tap()
    await page.getByRole('button', { name: 'Crop the scan' }).tap()
    await panel(page).getByText('Press the corners of the part').waitFor()
    await untilDrawn(page)
    const box = await boxOf(page, 'Scan')
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
    // The scan lies across the middle of the pane.
    for (const [x, y] of [
      [0.25, 0.42],
      [0.75, 0.42],
      [0.75, 0.56],
    ] as const)
      await page.touchscreen.tap(...at(x, y))
    await panel(page).getByText('3 corners set.').waitFor()
    await page.getByRole('button', { name: 'Set a corner' }).tap()
    await panel(page).getByText('4 corners set.').waitFor()
    await picture(page, 'open-390')
    await panel(page).getByRole('button', { name: 'Close the outline' }).tap()
    await expect.poll(async () => (await keptMask(user, mapId))?.[0]?.length).toBe(4)
    const [[[, topBefore] = []] = []] = (await keptMask(user, mapId)) ?? []
    const fingers = await fingersOn(page, BRIEF)
    await fingers.drag(at(0.25, 0.42), at(0.3, 0.6), at(0.3, 0.62))
    await expect.poll(async () => (await keptMask(user, mapId))?.[0]?.[0]?.[1]).not.toBe(topBefore)
    await picture(page, 'there-390')
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await opened.close()
  })

  it('is proposed where the sheet has a frame, and is said not to be found where it has none', async () => {
    const user = await newUser(stage.server.url)
    const frame: Corner[] = [
      [90, 70],
      [1120, 88],
      [1108, 812],
      [78, 795],
    ]
    const path = (corners: readonly Corner[]) => `M${corners.map((corner) => corner.join(' ')).join('L')}Z`
    const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="#f3ead6"/>
      <path d="${path(frame)}" fill="none" stroke="#222" stroke-width="3"/>
      ${Array.from({ length: 60 }, (_, n) => `<circle cx="${150 + ((n * 197) % 900)}" cy="${130 + ((n * 89) % 620)}" r="${6 + (n % 9)}" fill="none" stroke="#443"/>`).join('')}</svg>`
    const scan = { content: await sharp(Buffer.from(sheet)).png().toBuffer(), fileName: 'sheet.png' }
    const id = await addConverted(user, scan, { title: 'Sheet' })
    const opened = await openEditor(stage, user, id)
    const { page } = opened
    await page.getByRole('button', { name: 'Crop the scan' }).click()
    await panel(page).getByRole('button', { name: 'Find the frame' }).click()
    await said(page, 'The scan is cropped to its frame')
    await expect.poll(async () => near(await keptMask(user, id), [frame])).toBe(true)
    await picture(page, 'frame-1280')

    const plain = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#f3ead6' } })
      .png()
      .toBuffer()
    const bare = await addConverted(user, { content: plain, fileName: 'bare.png' }, { title: 'Bare' })
    await goTo(page, `/map-editor?mapId=${bare}`)
    await untilDrawn(page)
    await page.getByRole('button', { name: 'Crop the scan' }).click()
    await panel(page).getByRole('button', { name: 'Find the frame' }).click()
    await page.getByText('No frame was found on this scan.').first().waitFor()
    await opened.close()
  })
})
