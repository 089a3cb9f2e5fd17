import { describe, expect, it } from 'vitest'
import { isHeld, NO_PRESS, nextPress } from './press.ts'
import type { Css, Found, PointerType, Press, PressEvent, Told } from './press.ts'

const DOWN: Css = [200, 300]
const found = (isMovable = true): Found => ({
  grip: { kind: 'mark', id: 'p' },
  centre: [204, 297],
  isMovable,
})
const down = (pointerType: PointerType, of: Found | null = found()): PressEvent => ({
  type: 'down',
  pointer: { pointerId: 1, pointerType, down: DOWN, timeMs: 0 },
  found: of,
})
const move = (x: number, y: number): PressEvent => ({
  type: 'move',
  pointerId: 1,
  css: [DOWN[0] + x, DOWN[1] + y],
})
const up = (x: number, y: number, timeMs = 100): PressEvent => ({
  type: 'up',
  pointerId: 1,
  css: [DOWN[0] + x, DOWN[1] + y],
  timeMs,
})

function run(...events: PressEvent[]): { press: Press; told: Told[] } {
  let press = NO_PRESS
  const told: Told[] = []
  for (const event of events) {
    const step = nextPress(press, event)
    press = step.press
    told.push(...step.told)
  }
  return { press, told }
}

const dragsOf = (told: readonly Told[]) => told.filter((one) => one.kind === 'drag')

describe('a press in a pane', () => {
  it('is told when it is let go where it was made, of what lies there or of the ground', () => {
    expect(run(down('mouse'), up(1, 1)).told).toEqual([{ kind: 'press', grip: found().grip }])
    expect(run(down('touch', null), up(4, 4)).told).toEqual([{ kind: 'press', grip: null }])
    expect(run(down('touch', null), up(0, 0, 900)).told).toEqual([])
  })

  it('is left to the camera where it moves on the ground, or on what may not be moved', () => {
    for (const of of [null, found(false)]) {
      const begun = run(down('touch', of))
      expect(isHeld(begun.press)).toBe(false)
      expect(run(down('touch', of), move(0, 30), up(0, 30)).told).toEqual([])
    }
    expect(isHeld(run(down('touch')).press)).toBe(true)
  })

  it('drags what it holds by just what a mouse moves', () => {
    const drags = dragsOf(run(down('mouse'), move(2, 0), move(20, 5), up(30, 5)).told)
    expect(drags.map(({ phase, at }) => [phase, ...at])).toEqual([
      ['start', 204, 297],
      ['move', 224, 302],
      ['end', 234, 302],
    ])
  })

  it('moves nothing by the slip of a finger', () => {
    const { told } = run(down('touch'), move(0, 12), up(0, 12))
    expect(told).toEqual([{ kind: 'press', grip: found().grip }])
  })

  it('lets what a finger drags rise by degrees to 100 px above it, and stay there', () => {
    const way = Array.from({ length: 100 }, (_, step) => move(0, -step))
    const heights = dragsOf(run(down('touch'), ...way).told).map(({ at }) => at[1])
    expect(heights[0]).toBe(297)
    for (const [at, height] of heights.slice(1).entries())
      expect(Math.abs(height - heights[at]!)).toBeLessThan(4)
    expect(heights.at(-1)).toBe(297 - 99 - 100)
    const back = dragsOf(run(down('touch'), ...way, move(0, -40)).told).at(-1)
    expect(back?.at).toEqual([204, 297 - 40 - 100])
  })

  it('draws on the ground beneath a finger as beneath a mouse, from where it went down', () => {
    const ground: Found = { grip: { kind: 'ground' }, centre: DOWN, isMovable: true }
    for (const pointerType of ['mouse', 'touch'] as const) {
      const { told } = run(down(pointerType, ground), move(12, 0), move(80, 60), up(90, 60))
      const drags = dragsOf(told).map(({ phase, at }) => [phase, at[0] - DOWN[0], at[1] - DOWN[1]])
      expect(drags[0]).toEqual(['start', 0, 0])
      expect(drags.at(-1)).toEqual(['end', 90, 60])
    }
    expect(run(down('touch', ground), up(4, 4)).told).toEqual([{ kind: 'press', grip: ground.grip }])
  })

  it('gives up a drag where it began, and hears no more of that pointer', () => {
    const { told } = run(down('mouse'), move(50, 0), { type: 'cancel' }, move(80, 0), up(90, 0))
    expect(dragsOf(told).at(-1)).toMatchObject({ phase: 'cancel', at: [204, 297] })
  })
})
