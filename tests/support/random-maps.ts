import { randomUUID } from 'node:crypto'
import type { SeededMap } from './viewer-maps.ts'

/** Random numbers from 0 to 1, the same in every run (xorshift). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4_294_967_296
  }
}

const WORDS = ['Žemėlapis', 'plan', 'Čekija', 'Vilnius', 'Øresund', '100%', 'a_b', 'šiaurė', 'Terra', 'lapas']

type Turned = Pick<SeededMap, 'corners' | 'footprint'>

/** A turned rectangle and its box. */
export function turnedSheet(random: () => number, x: number, y: number, side: number): Turned {
  const [turn, ratio] = [(random() - 0.5) * 1.2, 0.5 + random()]
  const footprint = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([east = 0, north = 0]): [number, number] => [
    x + (side / 2) * (east * Math.cos(turn) - north * ratio * Math.sin(turn)),
    y + (side / 2) * (east * Math.sin(turn) + north * ratio * Math.cos(turn)),
  ])
  const [xs, ys] = [footprint.map(([east]) => east), footprint.map(([, north]) => north)]
  return { footprint, corners: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }
}

/** Maps of all kinds: public and private, with and without overlay, dated, of a period, undated, in the trash. */
export function randomMaps(random: () => number, count: number, ownerIds: readonly string[]): SeededMap[] {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const words = (most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(WORDS)).join(' ')
  return Array.from({ length: count }, (_, n) => {
    const side = 10 ** (3 + random() * 3.5)
    const sheet = turnedSheet(random, random() * 4e6 - 1e6, 5e6 + random() * 4e6, side)
    const [firstYear, lastYear] = randomYears(random)
    const ratingCount = Math.floor(random() * 3)
    const isPlaced = random() < 0.8
    return {
      id: randomUUID(),
      ownerId: pick(ownerIds),
      isPublic: random() < 0.7,
      isDeleted: random() < 0.05,
      ...(isPlaced ? sheet : { corners: null, footprint: null }),
      title: `${words(3)} ${Math.floor(n / 2)}`,
      attributes: {
        modernTitle: random() < 0.3 ? words(2) : '',
        alternativeTitle: random() < 0.3 ? words(2) : '',
        description: random() < 0.5 ? words(6) : '',
        creator: random() < 0.5 ? words(1) : '',
        publisher: random() < 0.3 ? words(1) : '',
        scale: random() < 0.5 ? `1:${pick([5000, 84_000])}` : '',
        year: [...new Set([firstYear, lastYear])].filter((year) => year !== null).join(' '),
      },
      firstYear,
      lastYear,
      // Some at the same moment: the id decides.
      uploadDate: new Date(Date.UTC(2020, 0, 1) + Math.floor(n / 3) * 1_234_567),
      ratingCount,
      // Some alike: the id decides.
      pointCount: isPlaced ? 3 + Math.floor(random() * 20) : null,
      errorMetres: isPlaced && random() < 0.8 ? Math.round(random() * 400) / 4 : null,
      hasLicence: random() < 0.4,
      ratingSum: ratingCount * 2 + Math.floor(random() * 2) * ratingCount,
    }
  })
}

function randomYears(random: () => number): [number | null, number | null] {
  const kind = random()
  if (kind < 0.15) return [null, null]
  const first = kind < 0.2 ? -300 + Math.floor(random() * 600) : 1500 + Math.floor(random() * 600)
  return [first, kind < 0.6 ? first : first + Math.floor(random() * 150)]
}
