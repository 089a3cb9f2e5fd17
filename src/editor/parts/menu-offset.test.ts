import { expect, it } from 'vitest'
import { menuOffset } from './menu-offset.ts'

const pane = { left: 100, top: 50, right: 700, bottom: 650 }
const menu = { width: 280, height: 44 }

it('puts the toolbar above its point, in the middle', () => {
  expect(menuOffset([400, 300], menu, pane)).toEqual([-140, -70])
})

it('puts it beneath a point near the upper edge', () => {
  expect(menuOffset([400, 80], menu, pane)).toEqual([-140, 26])
})

it('keeps it in the pane at both sides', () => {
  expect(menuOffset([110, 300], menu, pane)[0]).toBe(-2)
  expect(menuOffset([690, 300], menu, pane)[0]).toBe(-278)
})

it('never covers its point, even in a pane too low for it', () => {
  for (const y of [50, 80, 100, 130])
    expect(Math.abs(menuOffset([400, y], menu, { ...pane, bottom: 140 })[1])).toBeGreaterThanOrEqual(26)
})
