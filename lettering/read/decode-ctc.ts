/** What a recogniser answers for one strip: for each step along the text the probability of each character. */
export interface Steps {
  readonly count: number
  /** Of the alphabet and the blank, which is the first. */
  readonly classes: number
  readonly values: Float32Array
}

export interface Reading {
  readonly text: string
  /** Mean probability of its characters, 0 to 1. */
  readonly certainty: number
}

/** Readings of one strip, the best first; none where nothing is legible. */
export type Readings = readonly Reading[]

const BLANK = 0
/** Characters that are so likely need no other. */
const SURE = 0.9
/** Another character must be as likely as this to be worth a reading. */
const WORTH = 0.05
const MOST_ALTERNATIVES = 3

/** One character of the best reading, with the runner-up at the step where it is clearest. */
interface Character {
  readonly best: number
  readonly probability: number
  readonly second: number
  readonly secondProbability: number
}

/**
 * The likeliest character of each step, repetitions and blanks taken out (connectionist temporal classification), and
 * readings in which the least certain characters give way to their runners-up.
 *
 * @param alphabet character of each class, the blank's being empty
 */
export function decodeSteps(steps: Steps, alphabet: readonly string[]): Readings {
  const decoded = charactersOf(steps, () => true)
  const text = textOf(decoded, alphabet)
  // One script a label: letters of an alphabet with a few ideographs among them are misread letters.
  const characters =
    LETTER.test(text) && IDEOGRAPH.test(text)
      ? charactersOf(steps, (index) => !IDEOGRAPH.test(alphabet[index] ?? ''))
      : decoded
  const best = readingOf(characters, alphabet)
  if (!best) return []
  const doubtful = characters
    .map((character, at) => ({ at, ...character }))
    .filter(({ probability, secondProbability }) => probability < SURE && secondProbability >= WORTH)
    .toSorted((a, b) => b.secondProbability / b.probability - a.secondProbability / a.probability)
    .slice(0, MOST_ALTERNATIVES)
  const others = doubtful.map(({ at, second, secondProbability }) =>
    readingOf(
      characters.map((one, index) =>
        index === at ? { ...one, best: second, probability: secondProbability } : one,
      ),
      alphabet,
    ),
  )
  return [best, ...others.filter((other) => other !== undefined && other.text !== best.text)] as Readings
}

const LETTER = /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u
const IDEOGRAPH = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u

function charactersOf(
  { count, classes, values }: Steps,
  isAllowed: (index: number) => boolean,
): readonly Character[] {
  const characters: Character[] = []
  let last = BLANK
  for (let step = 0; step < count; step++) {
    const [best, second] = likeliest(values.subarray(step * classes, (step + 1) * classes), isAllowed)
    if (best.index === BLANK) {
      last = BLANK
      continue
    }
    const character = {
      best: best.index,
      probability: best.probability,
      second: second.index,
      secondProbability: second.probability,
    }
    if (best.index !== last) characters.push(character)
    else if (best.probability > characters.at(-1)!.probability) characters[characters.length - 1] = character
    last = best.index
  }
  return characters
}

interface Likely {
  readonly index: number
  readonly probability: number
}

function likeliest(
  row: Float32Array,
  isAllowed: (index: number) => boolean,
): readonly [best: Likely, second: Likely] {
  let best = { index: BLANK, probability: row[BLANK] ?? 0 }
  let second = { index: BLANK, probability: 0 }
  for (let index = 1; index < row.length; index++) {
    const probability = row[index]!
    if (probability <= second.probability || !isAllowed(index)) continue
    if (probability > best.probability) {
      second = best
      best = { index, probability }
    } else second = { index, probability }
  }
  return [best, second]
}

const textOf = (characters: readonly Character[], alphabet: readonly string[]): string =>
  characters.map(({ best }) => alphabet[best] ?? '').join('')

function readingOf(characters: readonly Character[], alphabet: readonly string[]): Reading | undefined {
  const text = textOf(characters, alphabet).trim()
  if (text === '') return undefined
  const sum = characters.reduce((all, { probability }) => all + probability, 0)
  return { text, certainty: sum / characters.length }
}
