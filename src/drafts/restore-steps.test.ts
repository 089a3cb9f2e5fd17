import { expect, it } from 'vitest'
import type { ControlPoint } from '../../contract/control-points.ts'
import { EMPTY_DOCUMENT, type EditorDocument, sameContent } from './editor-document.ts'
import { restoreSteps } from './restore-steps.ts'

const point = (id: string, at: number): ControlPoint => ({
  id,
  image: [at, at],
  map: [at, -at],
  enabled: true,
})
const documentOf = (...points: ControlPoint[]): EditorDocument => ({ ...EMPTY_DOCUMENT, points })
const idsOf = ({ points }: EditorDocument) => points.map(({ id }) => id)

it('adds the points that a draft has more one by one', () => {
  const before = documentOf(point('a', 1), point('b', 2))
  const draft = documentOf(point('1', 1), point('2', 2), point('3', 3), point('4', 4))
  const steps = restoreSteps(before, draft)
  expect(steps.map(({ added }) => added)).toEqual([3, 4])
  expect(steps.map(({ document }) => idsOf(document))).toEqual([
    ['a', 'b', '3'],
    ['a', 'b', '3', '4'],
  ])
  expect(sameContent(steps.at(-1)!.document, draft)).toBe(true)
})

it('begins with what was changed or taken away, in one step', () => {
  const before = documentOf(point('a', 1), point('b', 2), point('c', 5))
  const moved = { ...point('2', 2), map: [9, 9] as const }
  const draft = { ...documentOf(point('1', 1), moved, point('3', 3)), transformationType: 'Affine' as const }
  const steps = restoreSteps(before, draft)
  expect(steps.map(({ document, added }) => [added, idsOf(document)])).toEqual([
    [null, ['a', 'b']],
    [3, ['a', 'b', '3']],
  ])
  expect(steps[0]!.document.transformationType).toBe('Affine')
  expect(sameContent(steps.at(-1)!.document, draft)).toBe(true)
})

it('keeps the place of a point among the others', () => {
  const draft = documentOf(point('1', 1), point('2', 2), point('3', 3))
  const steps = restoreSteps(documentOf(point('a', 1), point('c', 3)), draft)
  expect(steps.map(({ document, added }) => [added, idsOf(document)])).toEqual([[2, ['a', '2', 'c']]])
})

it('has no step where nothing differs', () => {
  expect(restoreSteps(documentOf(point('a', 1)), documentOf(point('1', 1)))).toEqual([])
})
