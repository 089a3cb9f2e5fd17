import { createStore } from 'jotai'
import { beforeEach, expect, it } from 'vitest'
import { rememberedSwitch } from './remembered.ts'

beforeEach(() => localStorage.clear())

it('is as it was begun until it is changed', () => {
  expect(createStore().get(rememberedSwitch('readouts', false))).toBe(false)
  expect(createStore().get(rememberedSwitch('labels', true))).toBe(true)
})

it('is remembered for the next map that opens', () => {
  createStore().set(rememberedSwitch('readouts', false), true)
  expect(createStore().get(rememberedSwitch('readouts', false))).toBe(true)
})

it('takes nothing else than yes or no from the storage', () => {
  localStorage.setItem('readouts', '"yes"')
  expect(createStore().get(rememberedSwitch('readouts', false))).toBe(false)
})
