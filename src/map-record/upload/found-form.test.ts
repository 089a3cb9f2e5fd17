import { expect, it } from 'vitest'
import { EMPTY_MAP_FORM } from '../form/map-form-values.ts'
import { changeByFound } from './found-form.ts'

const nothing = {
  title: null,
  date: null,
  creator: null,
  publisher: null,
  description: null,
  licence: null,
  attribution: null,
}

it('fills in what an archive says, and leaves what was typed', () => {
  const first = { ...nothing, title: 'Plan of Kaunas', date: '1850' }
  const typed = { ...EMPTY_MAP_FORM, creator: 'Mine' }
  const values = { ...typed, ...changeByFound(typed, first, undefined) }
  expect(values).toMatchObject({ title: 'Plan of Kaunas', date: '1850', creator: 'Mine' })
  // Another address takes the place of the one before, but for what was changed since.
  const second = { ...nothing, title: 'Plan of Vilnius', creator: 'Theirs' }
  expect(changeByFound({ ...values, date: '1851' }, second, first)).toEqual({
    title: 'Plan of Vilnius',
    publisher: '',
    description: '',
    licence: '',
    attribution: '',
  })
})
