import { expect, it } from 'vitest'
import { pressStep, type Press, type PressEvent } from './press-and-hold.ts'

/** What a row of events does, in order. */
function effectsOf(...events: readonly PressEvent[]): string[] {
  let press: Press = { state: 'none' }
  const effects: string[] = []
  for (const event of events) {
    const step = pressStep(press, event)
    press = step.press
    if (step.effect) effects.push(`${step.effect.kind} ${step.effect.id}`)
  }
  return effects
}

const down = (id = 'a'): PressEvent => ({ type: 'down', id, at: { x: 40, y: 40 } })
const move = (x: number, y: number): PressEvent => ({ type: 'move', at: { x, y } })
const click = (id = 'a'): PressEvent => ({ type: 'click', id })
const time: PressEvent = { type: 'time' }
const up: PressEvent = { type: 'up' }

it('selects by a press, and by a key, which presses nothing', () => {
  expect(effectsOf(down(), up, click())).toEqual(['select a'])
  expect(effectsOf(click('b'))).toEqual(['select b'])
})

it('opens the details when it is held for 500 ms, and does not select then', () => {
  expect(effectsOf(down(), time, up, click())).toEqual(['details a'])
})

it('still holds where the finger moves by 10 px, and scrolls where it moves further', () => {
  expect(effectsOf(down(), move(46, 48), time, up)).toEqual(['details a'])
  expect(effectsOf(down(), move(47, 48), time, up, click())).toEqual([])
  expect(effectsOf(down(), move(47, 48), move(40, 40), time)).toEqual([])
})

it('forgets a press that the browser takes for its own, and one that is long over', () => {
  expect(effectsOf(down(), { type: 'cancel' }, time)).toEqual([])
  expect(effectsOf(down(), up, time)).toEqual([])
  expect(effectsOf(down(), time, up, click('b'))).toEqual(['details a', 'select b'])
})
