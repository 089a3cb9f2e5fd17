import { Readable } from 'node:stream'

/** What is sent at a time, in UTF-16 units. */
const CHUNK_LENGTH = 64 * 1024

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/**
 * A value as JSON, written while it is read: lists in it that are async iterables are gone through as the reader takes
 * what came before. These may be values of an object's keys, or of objects in such lists.
 */
export function jsonStream(value: object): Readable {
  return Readable.from(inChunks(jsonOf(value)), { objectMode: false })
}

async function* jsonOf(value: unknown): AsyncGenerator<string> {
  if (isList(value)) {
    let separator = '['
    for await (const entry of value) {
      yield separator
      yield* jsonOf(entry)
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
  } else if (typeof value === 'object' && value !== null && Object.values(value).some(isList)) {
    let separator = '{'
    for (const [key, entry] of Object.entries(value)) {
      yield `${separator}${JSON.stringify(key)}:`
      yield* jsonOf(entry)
      separator = ','
    }
    yield '}'
  } else yield JSON.stringify(value)
}

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
