import { expect, it } from 'vitest'
import { nextTool } from './tool.ts'
import type { Tool, ToolStep } from './tool.ts'
import type { ToolEvent } from './tool-event.ts'

const ASKED: Tool = { kind: 'box', selectedId: null, corners: null }
type Phase = Extract<ToolEvent, { type: 'groundDragged' }>['phase']

function after(...steps: readonly [Phase, number, number][]): ToolStep {
  let step: ToolStep = { tool: ASKED, effects: [] }
  for (const [phase, x, y] of steps) step = nextTool(step.tool, { type: 'groundDragged', phase, map: [x, y] })
  return step
}

it('applies the box between both ends of a drag, and is done', () => {
  const { tool, effects } = after(['start', 5, 1], ['move', 4, 4], ['end', 2, 3])
  expect(tool).toEqual({ kind: 'choose', selectedId: null })
  expect(effects).toEqual([{ kind: 'applyBox', box: { minX: 2, minY: 1, maxX: 5, maxY: 3 } }])
})

it('goes on where a drag is given up, or encloses nothing', () => {
  for (const end of [
    ['cancel', 5, 5],
    ['end', 5, 9],
  ] as const) {
    const { tool, effects } = after(['start', 5, 1], ['move', 7, 7], [...end])
    expect(tool).toEqual(ASKED)
    expect(effects).toEqual([])
  }
})

it('hears of no drag that began before it, and leaves drags alone while it is not asked for', () => {
  expect(after(['move', 1, 1], ['end', 2, 2])).toEqual({ tool: ASKED, effects: [] })
  const choosing: Tool = { kind: 'choose', selectedId: 'a' }
  expect(nextTool(choosing, { type: 'groundDragged', phase: 'start', map: [1, 1] }).tool).toBe(choosing)
})
