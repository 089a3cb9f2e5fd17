import type { Locator, Page } from 'playwright-core'
import { fingersOn } from './fingers.ts'
import { type Screen, twoFrames } from './main-job-editor.ts'

/** Someone at a page, whose presses, taps and drags are counted. */
export interface Hand {
  /** How often this hand has pressed or dragged so far. */
  count(): number
  press(target: Locator): Promise<void>
  pressAt(at: Screen): Promise<void>
  drag(from: Screen, ...way: readonly Screen[]): Promise<void>
}

/** A hand that has two fingers on the screen. */
export interface FingerHand extends Hand {
  pinch(about: Screen, fromPx: number, toPx: number): Promise<void>
}

/** Counts how often the functions are called that are made by it. */
function counter() {
  let calls = 0
  return {
    count: () => calls,
    counted:
      <Given extends readonly unknown[]>(act: (...given: Given) => Promise<void>) =>
      (...given: Given): Promise<void> => {
        calls += 1
        return act(...given)
      },
  }
}

export function mouseOn(page: Page): Hand {
  const { count, counted } = counter()
  return {
    count,
    press: counted((target: Locator) => target.click()),
    pressAt: counted(([x, y]: Screen) => page.mouse.click(x, y)),
    drag: counted(async (from: Screen, ...way: readonly Screen[]) => {
      await page.mouse.move(from[0], from[1])
      await twoFrames(page)
      await page.mouse.down()
      for (const [x, y] of way) {
        await page.mouse.move(x, y, { steps: 4 })
        await twoFrames(page)
      }
      await page.mouse.up()
      await twoFrames(page)
    }),
  }
}

export async function fingerOn(page: Page): Promise<FingerHand> {
  const { count, counted } = counter()
  const fingers = await fingersOn(page)
  return {
    count,
    press: counted((target: Locator) => target.tap()),
    pressAt: counted(([x, y]: Screen) => page.touchscreen.tap(x, y)),
    drag: counted((...way: readonly Screen[]) => fingers.drag(...way)),
    pinch: counted((about: Screen, fromPx: number, toPx: number) => fingers.pinch(about, fromPx, toPx)),
  }
}

/** Presses what opens the browser's dialog for files, and chooses one there. */
export async function chooseFile(page: Page, hand: Hand, button: Locator, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await hand.press(button)
  await (await chooser).setFiles(path)
}
