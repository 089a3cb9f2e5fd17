import { expect, it } from 'vitest'
import { box } from './box.ts'
import { measure } from './measure.ts'
import { createToolRunner } from './tool-runner.ts'
import { CHOOSING, composeTools } from './tool.ts'
import type { ToolOf } from './tool.ts'

const tools = composeTools(box, measure)

function running() {
  let tool: ToolOf<typeof tools> = CHOOSING
  const done: unknown[] = []
  const send = createToolRunner({
    tools,
    read: () => tool,
    write: (next) => {
      tool = next
    },
    handlers: { applyBox: (effect) => done.push(effect), cancelDrag: (effect) => done.push(effect) },
  })
  return { send, done, tool: () => tool }
}

it('createToolRunner changes the tool and does each effect by its handler', () => {
  const { send, done, tool } = running()
  expect(send({ type: 'boxAsked' })).toBe(true)
  send({ type: 'groundDragged', phase: 'start', map: [0, 0] })
  send({ type: 'groundDragged', phase: 'end', map: [2, 3] })
  expect(tool()).toBe(CHOOSING)
  expect(done).toEqual([{ kind: 'applyBox', box: { minX: 0, minY: 0, maxX: 2, maxY: 3 } }])
})

it('createToolRunner tells an event that was answered from one that meant nothing', () => {
  const { send, tool } = running()
  expect(send({ type: 'escape' })).toBe(false)
  expect(send({ type: 'mapPressed', map: [1, 1] })).toBe(false)
  expect(send({ type: 'measureToggled', of: 'path' })).toBe(true)
  expect(send({ type: 'mapPressed', map: [1, 1] })).toBe(true)
  expect(tool()).toMatchObject({ kind: 'measure', points: [[1, 1]] })
})

it('composeTools lets another tool begin by what the one at work has no answer to', () => {
  const { send, tool } = running()
  send({ type: 'measureToggled', of: 'distance' })
  expect(send({ type: 'boxAsked' })).toBe(true)
  expect(tool()).toEqual({ kind: 'box', corners: null })
})
