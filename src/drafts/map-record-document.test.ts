import { expect, it } from 'vitest'
import { transformationSchema } from '../../contract/api/map-record.ts'
import { transformationInputSchema } from '../../contract/rules/control-points.ts'
import {
  acceptPoints,
  addPoint,
  EMPTY_DOCUMENT,
  sameContent,
  setEnabled,
  setNote,
} from './editor-document.ts'
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

it('keeps by which name a point was proposed, beside points of which none is known', () => {
  const proposed = { read: 'BAFEL', name: 'Basel' }
  const named = acceptPoints(document, [{ id: 'c', image: [8, 9], map: [10, 11], proposed }])
  const body = transformationInputSchema.parse(transformationBody(named))
  expect(body.proposed).toEqual({ '2': proposed })
  const opened = documentOfRecord({ transformation: transformationSchema.parse(body) })
  expect(opened.points.map((point) => point.proposed)).toEqual([undefined, undefined, proposed])
  expect(sameContent(opened, named)).toBe(true)
  expect(sameContent(opened, acceptPoints(document, [{ id: 'c', image: [8, 9], map: [10, 11] }]))).toBe(false)
})

it('opens a map that was never transformed empty', () => {
  expect(documentOfRecord({ transformation: null })).toBe(EMPTY_DOCUMENT)
})
