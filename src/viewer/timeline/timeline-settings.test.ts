import { expect, it } from 'vitest'
import { FIRST_SETTINGS } from './band-state.ts'
import { settingsOf } from './timeline-settings.ts'

it('takes zoom, mode, year and range as a browser kept them', () => {
  const kept = { zoom: 1, isSingle: false, year: 1812, start: 1700, end: 1790 }
  expect(settingsOf(kept)).toEqual(kept)
})

it('begins at zoom 4 where nothing is kept, and where what is kept is no settings', () => {
  for (const value of [undefined, null, '', 7, [], { zoom: 'big', year: null }])
    expect(settingsOf(value)).toEqual(FIRST_SETTINGS)
  expect(FIRST_SETTINGS.zoom).toBe(4)
})

it('brings what lies beyond the band back into it', () => {
  expect(settingsOf({ zoom: 40, year: -7, end: 99999, start: 1600.4 })).toEqual({
    ...FIRST_SETTINGS,
    zoom: 4,
    year: 0,
    start: 1600,
    end: 2000,
  })
})
