import { keptDatabase } from './kept-database-api.ts'
import type { KeptPart } from './kept-database-api.ts'

/** The bytes of a file that a part is. */
type PartRange = Pick<KeptPart, 'url' | 'offset' | 'length'>

/** Thrown when the area is deleted while its parts are being downloaded. */
export class AreaGoneError extends Error {
  override readonly name = 'AreaGoneError'
}

/** The bytes that are kept of a file, or of a whole answer (offset and length 0); null where there are none. */
export async function keptPart(url: string, offset = 0, length = 0): Promise<ArrayBuffer | null> {
  const part = await (await keptDatabase()).get('parts', [url, offset, length])
  return part?.bytes ?? null
}

/** Whether anything is kept of a file. */
export async function hasKeptParts(url: string): Promise<boolean> {
  const ofUrl = IDBKeyRange.bound([url], [url, []])
  return (await (await keptDatabase()).count('parts', ofUrl)) > 0
}

/**
 * Keeps parts for an area, all or none of them.
 *
 * @throws DOMException `QuotaExceededError` where there is no room; AreaGoneError
 */
export async function keepParts(area: string, parts: readonly KeptPart[]): Promise<void> {
  const transaction = (await keptDatabase()).transaction(['areas', 'parts', 'holders'], 'readwrite')
  if (!(await transaction.objectStore('areas').getKey(area))) throw new AreaGoneError(area)
  const puts = parts.flatMap((part) => [
    transaction.objectStore('parts').put(part),
    transaction.objectStore('holders').put({ area, ...rangeOf(part) }),
  ])
  await Promise.all([...puts, transaction.done])
}

/** Says that an area needs parts, and gives back those of them that are not there yet. */
export async function missingParts<Range extends PartRange>(
  area: string,
  ranges: readonly Range[],
): Promise<Range[]> {
  const transaction = (await keptDatabase()).transaction(['areas', 'parts', 'holders'], 'readwrite')
  if (!(await transaction.objectStore('areas').getKey(area))) throw new AreaGoneError(area)
  const missing: Range[] = []
  const holding = ranges.map(async (range) => {
    const key = await transaction.objectStore('parts').getKey([range.url, range.offset, range.length])
    if (key) await transaction.objectStore('holders').put({ area, ...rangeOf(range) })
    else missing.push(range)
  })
  await Promise.all([...holding, transaction.done])
  return missing
}

/** Removes an area, and the parts that no other one needs. */
export async function freeArea(area: string): Promise<void> {
  const transaction = (await keptDatabase()).transaction(['areas', 'parts', 'holders'], 'readwrite')
  const [parts, holders] = [transaction.objectStore('parts'), transaction.objectStore('holders')]
  const freeing = [transaction.objectStore('areas').delete(area)]
  const ofArea = IDBKeyRange.bound([area], [area, []])
  for (const key of await holders.getAllKeys(ofArea)) {
    const [, url, offset, length] = key
    freeing.push(
      holders.delete(key).then(async () => {
        if ((await holders.index('part').count([url, offset, length])) === 0)
          await parts.delete([url, offset, length])
      }),
    )
  }
  await Promise.all([...freeing, transaction.done])
}

const rangeOf = ({ url, offset, length }: PartRange): PartRange => ({ url, offset, length })
