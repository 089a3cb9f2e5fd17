import type { Page } from 'playwright-core'
import type { Screen } from './main-job-editor.ts'
import { twoFrames } from './main-job-editor.ts'

/** Fingers on a page's screen: real touch events, each step in a frame of its own. CSS px of the page. */
export interface Fingers {
  /** One finger goes from point to point and rests before it is lifted, so that nothing flies on. */
  drag(...way: readonly Screen[]): Promise<void>
  /** One finger goes quickly and is lifted on the way. */
  swipe(from: Screen, to: Screen): Promise<void>
  /** Two fingers, side by side about a point, go from one distance to another. */
  pinch(about: Screen, fromPx: number, toPx: number): Promise<void>
  /** Two fingers at a distance turn about a point, clockwise. */
  twist(about: Screen, px: number, degrees: number): Promise<void>
}

/** A press within half a second of the last would make a double press of the two: longer, by the page's own clock. */
export const untilNoDoublePress = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)))

/** How finely a way is gone. */
interface Pace {
  /** Steps from one point to the next. */
  readonly steps: number
  /** Steps in place before a finger is lifted. */
  readonly rests: number
}

/** So slowly that nothing flies on in a map of MapLibre's. */
const SLOW: Pace = { steps: 8, rests: 6 }

/** For flat panes, in which nothing flies on: each step is worked out by the whole page. */
export const BRIEF: Pace = { steps: 4, rests: 1 }

export async function fingersOn(page: Page, { steps, rests }: Pace = SLOW): Promise<Fingers> {
  const client = await page.context().newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Screen[]) => {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }))
    await client.send('Input.dispatchTouchEvent', { type, touchPoints })
    await twoFrames(page)
  }
  const part = (a: Screen, b: Screen, share: number): Screen => [
    a[0] + (b[0] - a[0]) * share,
    a[1] + (b[1] - a[1]) * share,
  ]
  const go = async (from: Screen, to: Screen) => {
    for (let step = 1; step <= steps; step++) await touch('touchMove', [part(from, to, step / steps)])
  }
  return {
    async drag(...way) {
      await touch('touchStart', way.slice(0, 1))
      for (const [at, to] of way.slice(1).entries()) await go(way[at]!, to)
      for (let rest = 0; rest < rests; rest++) await touch('touchMove', way.slice(-1))
      await touch('touchEnd', [])
    },
    async swipe(from, to) {
      await touch('touchStart', [from])
      await go(from, to)
      await touch('touchEnd', [])
    },
    async pinch([x, y], fromPx, toPx) {
      const pair = (px: number): Screen[] => [
        [x - px / 2, y],
        [x + px / 2, y],
      ]
      await touch('touchStart', pair(fromPx))
      for (let step = 1; step <= steps; step++)
        await touch('touchMove', pair(fromPx + ((toPx - fromPx) * step) / steps))
      await touch('touchEnd', [])
    },
    async twist([x, y], px, degrees) {
      const pair = (turn: number): Screen[] => {
        const [right, down] = [Math.cos(turn), Math.sin(turn)].map((part) => (part * px) / 2)
        return [
          [x - right!, y - down!],
          [x + right!, y + down!],
        ]
      }
      await touch('touchStart', pair(0))
      for (let step = 1; step <= steps; step++)
        await touch('touchMove', pair((degrees * Math.PI * step) / 180 / steps))
      await touch('touchEnd', [])
    },
  }
}
