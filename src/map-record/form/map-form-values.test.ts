import { describe, expect, it } from 'vitest'
import { mapFieldsSchema, uploadFieldsSchema } from '../../../contract/rules/map-fields.ts'
import {
  changesOf,
  EMPTY_MAP_FORM,
  guardedChangesOf,
  mapFormFaults,
  onTopOf,
  type MapFormValues,
  updateBodyOf,
  uploadFieldsOf,
} from './map-form-values.ts'

const values = {
  ...EMPTY_MAP_FORM,
  title: ' Žemaitija ',
  year: '-44',
  scaleNumerator: '1',
  scaleDenominator: '50000',
}

/** The message keys of what is wrong, by field. */
const faultKeys = (form: MapFormValues) =>
  Object.fromEntries(Object.entries(mapFormFaults(form)).map(([field, { key }]) => [field, key]))

describe('the form of a map', () => {
  it('sends what the upload call reads', () => {
    const fields = uploadFieldsOf(values)
    expect(fields['scale']).toBe('1:50000')
    expect(uploadFieldsSchema.parse(fields)).toMatchObject({ title: 'Žemaitija', year: -44, isPublic: false })
  })

  it('leaves out a scale that is not there, and sends null for what is empty in an update', () => {
    expect('scale' in uploadFieldsOf({ ...values, scaleNumerator: '', scaleDenominator: '' })).toBe(false)
    const body = updateBodyOf({ ...values, scaleNumerator: '', scaleDenominator: '' })
    expect(body).toMatchObject({ title: 'Žemaitija', scale: null, dpi: null, creator: null, year: -44 })
    expect(mapFieldsSchema.safeParse(body).success).toBe(true)
  })

  it('sends of an update only what was changed in it', () => {
    expect(changesOf(values, { ...values, modernTitle: 'Samogitia', year: ' ' })).toEqual({
      modernTitle: 'Samogitia',
      year: null,
    })
    expect(changesOf(values, { ...values, scaleDenominator: '84000' })).toEqual({ scale: '1:84000' })
    expect(changesOf(values, { ...values })).toEqual({})
    expect(guardedChangesOf(values, { ...values, scaleDenominator: '84000', year: '' })).toEqual({
      scale: '1:84000',
      year: null,
      before: { scale: '1:50000', year: -44 },
    })
  })

  it('changes of what is stored by now only what was changed in it', () => {
    const now = { ...values, title: 'Changed elsewhere', creator: 'Ona', dpi: '300' }
    expect(onTopOf(now, values, { ...values, modernTitle: 'Samogitia', year: '' })).toEqual({
      ...now,
      modernTitle: 'Samogitia',
      year: '',
    })
  })

  it('names the field that is wrong', () => {
    expect(faultKeys(values)).toEqual({})
    expect(faultKeys({ ...values, title: ' ' })).toEqual({ title: 'errors.fields.required' })
    expect(faultKeys({ ...values, description: '🗺'.repeat(5001) })).toEqual({
      description: 'errors.fields.tooLong',
    })
    expect(faultKeys({ ...values, year: '12.5', dpi: '300x' })).toEqual({
      year: 'errors.fields.invalidYear',
      dpi: 'errors.fields.invalidDpi',
    })
    for (const catalogueUrl of ['archive.example.org/17', 'javascript:alert(1)', 'https://', 'http://a b'])
      expect(faultKeys({ ...values, catalogueUrl })).toEqual({
        catalogueUrl: 'errors.fields.invalidWebAddress',
      })
    expect(faultKeys({ ...values, catalogueUrl: ' HTTPS://archive.example.org/?id=17 ' })).toEqual({})
    expect(faultKeys({ ...values, startYear: '1800', endYear: '1700' })).toEqual({
      endYear: 'errors.fields.startAfterEnd',
    })
  })

  it('names a date that is not understood, once that can be told', () => {
    const date = { ...values, date: 'long ago' }
    expect(faultKeys(date)).toEqual({})
    expect(mapFormFaults(date, () => false)).toEqual({
      date: { key: 'errors.fields.unknownDate', details: {} },
    })
    expect(mapFormFaults({ ...values, date: ' ' }, () => false)).toEqual({})
  })

  it('names the limit of a text that is too long', () => {
    const fault = (limit: number) => ({ key: 'errors.fields.tooLong', details: { limit } })
    const long = {
      ...values,
      title: 'a'.repeat(256),
      modernTitle: 'a'.repeat(256),
      alternativeTitle: 'a'.repeat(256),
      sheetNumber: 'a'.repeat(51),
      creator: 'a'.repeat(101),
      publisher: 'a'.repeat(101),
      description: 'a'.repeat(5001),
      attribution: 'a'.repeat(501),
      shelfmark: 'a'.repeat(101),
      institution: 'a'.repeat(256),
    }
    expect(mapFormFaults(long)).toEqual({
      title: fault(255),
      modernTitle: fault(255),
      alternativeTitle: fault(255),
      sheetNumber: fault(50),
      creator: fault(100),
      publisher: fault(100),
      description: fault(5000),
      attribution: fault(500),
      shelfmark: fault(100),
      institution: fault(255),
    })
    const allowed = Object.entries(long).map(([name, text]) => [
      name,
      name.startsWith('scale') || typeof text !== 'string' ? text : text.replace(/^a/, ''),
    ])
    expect(mapFormFaults(Object.fromEntries(allowed) as MapFormValues)).toEqual({})
  })

  it('says which half of a scale is wrong or missing', () => {
    expect(faultKeys({ ...values, scaleDenominator: '0' })).toEqual({
      scaleDenominator: 'errors.fields.invalidScale',
    })
    expect(faultKeys({ ...values, scaleNumerator: 'x' })).toEqual({
      scaleNumerator: 'errors.fields.invalidScale',
    })
    expect(faultKeys({ ...values, scaleNumerator: '' })).toEqual({
      scaleNumerator: 'errors.fields.invalidScale',
    })
  })
})
