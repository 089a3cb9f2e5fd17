import { describe, expect, it } from 'vitest'
import { jsonStream } from './json-stream.ts'

async function* listOf<Entry>(...entries: Entry[]) {
  yield* entries
}

const textOf = async (value: object) => (await jsonStream(value).toArray()).join('')

describe('a value as a stream of JSON', () => {
  it('is the JSON of the same value with whole lists', async () => {
    const value = {
      user: { id: 'a', "it's": null },
      maps: listOf({ n: 1, versions: listOf({}, [2]) }),
      none: listOf(),
    }
    const whole = { user: { id: 'a', "it's": null }, maps: [{ n: 1, versions: [{}, [2]] }], none: [] }
    expect(await textOf(value)).toBe(JSON.stringify(whole))
  })

  it('reads no further than its reader', async () => {
    let read = 0
    async function* many() {
      for (; read < 1_000; read += 1) yield 'x'.repeat(100_000)
    }
    const stream = jsonStream({ texts: many() })
    await new Promise((resolve) => stream.once('readable', resolve))
    stream.destroy()
    expect(read).toBeLessThan(10)
  })
})
