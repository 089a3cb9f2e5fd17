import { describe, expect, it } from 'vitest'
import { judgeSize, judgeSizes, recordSizes } from './sizes.mjs'

const entry = { recorded: 300, goal: 320, limit: 320 }

describe('a size', () => {
  it('may exceed its record by 1 %, and a small one by 2 kB', () => {
    expect(judgeSize('lists', 303, entry).isOver).toBe(false)
    expect(judgeSize('lists', 303.1, entry).isOver).toBe(true)
    const small = { recorded: 7, goal: 12, limit: 12 }
    expect(judgeSize('letters', 9, small).isOver).toBe(false)
    expect(judgeSize('letters', 9.1, small).isOver).toBe(true)
  })

  it('says by how much it exceeds its record, and how to record it', () => {
    expect(judgeSize('lists', 310, entry).text).toBe(
      'lists: 310.0 kB, 10.0 kB more than recorded; if that is wanted, record it by `npm run sizes -- --write`',
    )
  })

  it('may exceed its limit by 1 %, whatever was recorded', () => {
    const atLimit = { recorded: 322, goal: 320, limit: 320 }
    expect(judgeSize('lists', 323.2, atLimit).isOver).toBe(false)
    expect(judgeSize('lists', 323.3, atLimit)).toMatchObject({
      isOver: true,
      text: 'lists: 323.3 kB, over the limit of 320 kB',
    })
  })

  it('over its goal warns and does not fail', () => {
    const text = 'map routes: 891.0 kB, over its goal of 760 kB'
    expect(judgeSize('map routes', 891, { recorded: 890.6, goal: 760, limit: 900 })).toEqual({
      isOver: false,
      text,
      warning: text,
    })
    expect(judgeSize('lists', 320, { ...entry, recorded: 320 }).warning).toBeUndefined()
  })

  it('that was not recorded fails', () => {
    expect(judgeSize('lists', 1, undefined).isOver).toBe(true)
  })
})

it('a recorded size that is measured no longer fails', () => {
  const overs = judgeSizes({ lists: 300 }, { lists: entry, landing: entry }).filter(({ isOver }) => isOver)
  expect(overs.map(({ text }) => text)).toEqual(['landing: recorded, but there is no such size'])
})

it('writing the record changes sizes alone: goals and limits stay, what is measured no longer goes', () => {
  expect(recordSizes({ lists: 310.26, help: 41.2 }, { lists: entry, landing: entry })).toEqual({
    lists: { recorded: 310.3, goal: 320, limit: 320 },
    help: { recorded: 41.2, goal: 42, limit: 42 },
  })
})
