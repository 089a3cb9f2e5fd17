import { describe, expect, it } from 'vitest'
import { mapFieldsSchema, uploadFieldsSchema } from '../../../contract/rules/map-fields.ts'
import { EMPTY_MAP_FORM, mapFormFaults, updateBodyOf, uploadFieldsOf } from './map-form-values.ts'

const values = {
  ...EMPTY_MAP_FORM,
  title: ' Žemaitija ',
  year: '-44',
  scaleNumerator: '1',
  scaleDenominator: '50000',
}

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

  it('names the field that is wrong', () => {
    expect(mapFormFaults(values)).toEqual({})
    expect(mapFormFaults({ ...values, title: ' ' })).toEqual({ title: 'errors.fields.required' })
    expect(mapFormFaults({ ...values, description: '🗺'.repeat(5001) })).toEqual({
      description: 'errors.fields.tooLong',
    })
    expect(mapFormFaults({ ...values, year: '12.5', dpi: '300x' })).toEqual({
      year: 'errors.fields.invalidYear',
      dpi: 'errors.fields.invalidDpi',
    })
    expect(mapFormFaults({ ...values, startYear: '1800', endYear: '1700' })).toEqual({
      endYear: 'errors.fields.startAfterEnd',
    })
  })

  it('says which half of a scale is wrong or missing', () => {
    expect(mapFormFaults({ ...values, scaleDenominator: '0' })).toEqual({
      scaleDenominator: 'errors.fields.invalidScale',
    })
    expect(mapFormFaults({ ...values, scaleNumerator: 'x' })).toEqual({
      scaleNumerator: 'errors.fields.invalidScale',
    })
    expect(mapFormFaults({ ...values, scaleNumerator: '' })).toEqual({
      scaleNumerator: 'errors.fields.invalidScale',
    })
  })
})
