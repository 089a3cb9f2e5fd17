import { describe, expect, it } from 'vitest'
import type { AccuracySummary } from '../../model/accuracy-rows.ts'
import { accuracySentence } from './accuracy-words.ts'

/** Keys and values in place of words. */
const t = ((key: string, values: object = {}) => `${key} ${Object.values(values).join()}`.trim()) as never

const summary = (part: Partial<AccuracySummary>): AccuracySummary => ({
  pointCount: 8,
  usedCount: 8,
  typicalPx: 2,
  typicalMetres: 20,
  looRmsePx: 3,
  looRmseMetres: 30,
  rmsePx: 0,
  worst: { id: 'a', number: 4, errorPx: 9 },
  toCheck: [],
  missing: 0,
  ...part,
})
const sentence = (part: Partial<AccuracySummary>, fold: Parameters<typeof accuracySentence>[3] = null) =>
  accuracySentence(t, 'en', summary(part), fold)

describe('the sentence about the points', () => {
  it('says nothing while no map lies there', () => expect(sentence({ usedCount: 2, missing: 4 })).toBe(''))
  it('says no figure below six points', () =>
    expect(sentence({ usedCount: 5, missing: 1 })).toBe('accuracy.moreToCheck 1'))
  it('says from six on how exact it is, and which point to look at', () =>
    expect(sentence({})).toBe('accuracy.exact 20\u00a0m, accuracy.lookAt 4'))
  it('names the most suspicious point before the one of the largest error', () =>
    expect(sentence({ toCheck: [7, 2] })).toBe('accuracy.exact 20\u00a0m, accuracy.lookAt 7'))
  it('names the point that the map folds since, and no other', () =>
    expect(sentence({}, { since: { action: 'add', number: 7 } })).toBe('accuracy.foldsSince 7'))
  it('says of a step without a point only that the map folds', () =>
    expect(sentence({}, { since: { action: 'import', count: 8 } })).toBe('accuracy.foldsShort'))
})
