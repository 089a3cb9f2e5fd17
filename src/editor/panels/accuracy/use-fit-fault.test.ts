import { expect, it } from 'vitest'
import { addPoint, EMPTY_DOCUMENT } from '../../../drafts/editor-document.ts'
import { fitFaultOf } from './use-fit-fault.ts'

const documentOf = (...places: readonly number[]) =>
  places.reduce(
    (document, x, index) => addPoint(document, `${index}`, [x, x * x], [x, -x * x]),
    EMPTY_DOCUMENT,
  )
const TOO_FEW = { code: 'insufficientControlPoints' }

it('counts the points that stand now: the third ends “too few” before the fit has answered', () => {
  expect(fitFaultOf(documentOf(1, 2), TOO_FEW, false)?.missing).toBe(1)
  expect(fitFaultOf(documentOf(1, 2, 3), TOO_FEW, false)).toBeNull()
})

it('still tells that points which stand on one another are too few', () => {
  expect(fitFaultOf(documentOf(1, 2, 3, 3), TOO_FEW, false)?.code).toBe('insufficientControlPoints')
})

it('tells every other fault of the fit, by the numbers of the points', () => {
  const failure = { code: 'collinearControlPoints', indices: [1, 2] }
  expect(fitFaultOf(documentOf(1, 2, 3), failure, false)?.numbers).toEqual([2, 3])
})
