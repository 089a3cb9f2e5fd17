import { expect, it } from 'vitest'
import { box } from './box.ts'
import { CHOOSING, composeTools } from './tool.ts'
import type { ToolEffectOf, ToolEventOf, ToolOf, ToolStep } from './tool.ts'

const tools = composeTools(box)
type Tool = ToolOf<typeof tools>
type ToolEvent = ToolEventOf<typeof tools>
type Step = ToolStep<Tool, ToolEffectOf<typeof tools>>

const ASKED: Tool = { kind: 'box', corners: null }
type Phase = Extract<ToolEvent, { type: 'groundDragged' }>['phase']

function after(...steps: readonly [Phase, number, number][]): Step {
  let step: Step = { tool: ASKED, effects: [] }
  for (const [phase, x, y] of steps)
    step = tools.next(step.tool, { type: 'groundDragged', phase, map: [x, y] })
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
  expect(tools.next(CHOOSING, { type: 'groundDragged', phase: 'start', map: [1, 1] }).tool).toBe(CHOOSING)
})

it('shows the sides of what is drawn', () => {
  expect(tools.draw(ASKED)).toBe(tools.draw(CHOOSING))
  expect(after(['start', 1, 2], ['move', 3, 4]).tool).toMatchObject({ kind: 'box' })
  expect(tools.draw(after(['start', 1, 2], ['move', 3, 4]).tool).base.line).toEqual([
    [1, 2],
    [3, 2],
    [3, 4],
    [1, 4],
    [1, 2],
  ])
})

it('ends when it is asked for again and by Escape, which lets go of what is drawn', () => {
  for (const type of ['boxAsked', 'escape'] as const) {
    expect(tools.next(ASKED, { type })).toEqual({ tool: CHOOSING, effects: [] })
    const { tool } = after(['start', 1, 2])
    expect(tools.next(tool, { type }).effects).toEqual([{ kind: 'cancelDrag', side: 'map' }])
  }
})
