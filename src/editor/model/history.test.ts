import { describe, expect, it } from 'vitest'
import { addPoint, EMPTY_DOCUMENT, moveImagePoint } from '../../drafts/editor-document.ts'
import { commit, HISTORY_LIMIT, redo, startHistory, undo } from './history.ts'
import type { History } from './history.ts'

const placed = addPoint(EMPTY_DOCUMENT, 'a', [0, 0], [0, 0])

function moved(history: History, x: number, merge = false): History {
  const document = moveImagePoint(history.present, 'a', [x, 0])
  return commit(history, document, { action: 'moveImage', number: 1 }, merge)
}

const xOf = (history: History) => history.present.points[0]?.image[0]

describe('the history', () => {
  it('takes 300 steps back and forth, snapshot by snapshot', () => {
    let history = startHistory(placed)
    for (let x = 1; x <= 300; x++) history = moved(history, x)
    for (let x = 299; x >= 0; x--) {
      history = undo(history)
      expect(xOf(history)).toBe(x)
    }
    expect(undo(history)).toBe(history)
    for (let x = 1; x <= 300; x++) {
      history = redo(history)
      expect(xOf(history)).toBe(x)
    }
    expect(redo(history)).toBe(history)
  })

  it('forgets the oldest steps beyond its limit', () => {
    let history = startHistory(placed)
    for (let x = 1; x <= HISTORY_LIMIT + 10; x++) history = moved(history, x)
    expect(history.past).toHaveLength(HISTORY_LIMIT)
  })

  it('drops what could be redone when a new step is made', () => {
    const history = moved(undo(moved(startHistory(placed), 1)), 2)
    expect(history.future).toEqual([])
    expect(xOf(undo(history))).toBe(0)
  })

  it('makes no step of an unchanged document', () => {
    const history = startHistory(placed)
    expect(moved(history, 0)).toBe(history)
  })

  it('joins steps of one label when asked, but never after an undo', () => {
    const nudged = [1, 2, 3].reduce((history, x) => moved(history, x, true), startHistory(placed))
    expect(nudged.past).toHaveLength(1)
    expect(xOf(undo(nudged))).toBe(0)
    expect(moved(undo(moved(nudged, 4)), 5, true).past).toHaveLength(2)
  })
})
