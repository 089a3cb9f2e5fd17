import { expect, it } from 'vitest'
import { transformationSchema } from '../../contract/api/map-record.ts'
import { transformationInputSchema } from '../../contract/rules/control-points.ts'
import { addPoint, EMPTY_DOCUMENT, sameContent, setEnabled, setNote } from './editor-document.ts'
import { documentOfRecord, transformationBody } from './map-record-document.ts'

const document = {
  ...setNote(
    setEnabled(addPoint(addPoint(EMPTY_DOCUMENT, 'a', [1.5, 2], [3, 4]), 'b', [5, 6], [7, 8.25]), 'a', false),
    'b',
    'Tiltas',
  ),
  transformationType: 'Affine' as const,
  mask: [[[0, 0] as const, [10, 0] as const, [10, 10] as const]],
}

it('asks for a transform in the words of the API and opens from its record with nothing lost', () => {
  const body = transformationInputSchema.parse(transformationBody(document))
  expect(body).toMatchObject({ disabled: [0], notes: { '1': 'Tiltas' } })
  const transformation = transformationSchema.parse(body)
  expect(sameContent(documentOfRecord({ transformation }), document)).toBe(true)
})

it('opens a map that was never transformed empty', () => {
  expect(documentOfRecord({ transformation: null })).toBe(EMPTY_DOCUMENT)
})
