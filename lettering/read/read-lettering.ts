import type { Lettering, Word } from '../words.ts'
import { decodeSteps } from './decode-ctc.ts'
import type { Readings } from './decode-ctc.ts'
import { mergeWords, NearWords, overlapOf } from './merge-words.ts'
import { cornersOf, normalAngle, reversed } from './oriented-box.ts'
import type { OrientedBox } from './oriented-box.ts'
import { isBlank, turnedClockwise } from './picture.ts'
import type { Picture, ScanPixels } from './picture.ts'
import { textBoxes } from './probability-boxes.ts'
import { isInCore, planReading } from './reading-plan.ts'
import type { Pass, Tile } from './reading-plan.ts'
import { layFlat } from './strip.ts'
import type { TextModels } from './text-models.ts'

export interface ReadingOptions {
  readonly signal?: AbortSignal
  /** Percent done, 0–100, rising. */
  readonly onProgress?: (percent: number) => void
}

/** Fewer words than this on a whole scan: its lettering may stand on end. */
const FEW_WORDS = 12
/** From here on a reading needs no second look. */
const SURE = 0.93
/** How much two boxes of one label share, and how much wider than the other one of them may be. */
const SAME_PLACE = 0.4
const SAME_WIDTH = 1.15
/** A word counts as found from here on, if it is no accident of two or three letters. */
const FOUND = 0.85
const FOUND_LETTERS = 4
/** What is less certain is a drawing, not a word. */
const LEAST_CERTAINTY = 0.3
const LEGIBLE = /[\p{Letter}\p{Number}]/u

/**
 * Reads the words on a scan: tile by tile at two scales, each text in the direction in which it is surer, and once more
 * with the tiles turned by a quarter where hardly a word was found.
 *
 * @throws the signal's reason at its abort; ModelError where the models do not fit
 */
export async function readLettering(
  scan: ScanPixels,
  models: TextModels,
  options: ReadingOptions = {},
): Promise<Lettering> {
  const plan = planReading(scan.width, scan.height)
  const reading = new ScanReading(scan, models, plan, options)
  for (const pass of plan) await reading.carryOut(pass, false)
  if (mayStandOnEnd(reading.words)) for (const pass of plan) await reading.carryOut(pass, true)
  options.onProgress?.(100)
  return { width: scan.width, height: scan.height, words: mergeWords(reading.words) }
}

/** The detector sees little of lettering that climbs or falls: hardly any was found, or most of what was found does. */
function mayStandOnEnd(words: readonly Word[]): boolean {
  const found = mergeWords(
    words.filter(({ text, certainty }) => certainty >= FOUND && text.length >= FOUND_LETTERS),
  )
  return found.length < FEW_WORDS || found.filter(isSteep).length > found.length / 2
}

/** Texts that climb or fall as steeply are as likely to run one way as the other [degrees]. */
const STEEP = 60

function isSteep({ angle }: { readonly angle: number }): boolean {
  const fromLevel = Math.abs(normalAngle(angle))
  return fromLevel > STEEP && fromLevel < 180 - STEEP
}

class ScanReading {
  readonly words: Word[] = []
  readonly #scan: ScanPixels
  readonly #models: TextModels
  readonly #options: ReadingOptions
  readonly #sure = new NearWords()
  readonly #turning = new Turning()
  readonly #tiles: number
  #done = 0

  constructor(scan: ScanPixels, models: TextModels, plan: readonly Pass[], options: ReadingOptions) {
    this.#scan = scan
    this.#models = models
    this.#options = options
    this.#tiles = plan.reduce((sum, { tiles }) => sum + tiles.length, 0)
  }

  async carryOut({ scale, tiles }: Pass, isTurned: boolean): Promise<void> {
    for (const tile of tiles) {
      this.#options.signal?.throwIfAborted()
      const pixels = await this.#scan.readRegion(tile.region, tile.width, tile.height)
      await this.#readTile(tile, scale, { width: tile.width, height: tile.height, pixels }, isTurned)
      this.#done++
      // Whether there is a second round, turned, is known after the first: it takes the second half.
      this.#options.onProgress?.((this.#done / this.#tiles) * 50)
    }
  }

  async #readTile(tile: Tile, scale: number, picture: Picture, isTurned: boolean): Promise<void> {
    if (isBlank(picture)) return
    for (const box of await this.#boxes(picture, isTurned)) {
      this.#options.signal?.throwIfAborted()
      const onScan = {
        x: tile.region.x + box.x / scale,
        y: tile.region.y + box.y / scale,
        width: box.width / scale,
        height: box.height / scale,
      }
      if (!isInCore(tile, onScan.x, onScan.y)) continue
      const place = { ...onScan, angle: box.angle, text: '', certainty: 0, alternatives: [] }
      if (this.#isReadSurely(place)) continue
      const { readings, angle } = await this.#read(picture, box)
      const [best, ...alternatives] = readings
      if (!best || best.certainty < LEAST_CERTAINTY || !LEGIBLE.test(best.text)) continue
      const word = { ...place, ...best, angle: normalAngle(angle), alternatives }
      if (word.certainty >= SURE && !isAtEdge(box, picture)) this.#sure.add(word, this.words.length)
      this.words.push(word)
    }
  }

  /** Whether the label, and no part of it, was read surely before: in another tile, scale or turn. */
  #isReadSurely(place: Word): boolean {
    return this.#sure
      .near(place)
      .some(
        ({ word }) => place.width <= word.width * SAME_WIDTH && overlapOf(word, place).shared >= SAME_PLACE,
      )
  }

  async #boxes(picture: Picture, isTurned: boolean): Promise<OrientedBox[]> {
    if (!isTurned) return textBoxes(await this.#models.detect(picture))
    const boxes = textBoxes(await this.#models.detect(turnedClockwise(picture)))
    return boxes.map((box) => ({ ...box, x: box.y, y: picture.height - box.x, angle: box.angle - 90 }))
  }

  /** The readings in the direction in which the text is surer. */
  async #read(
    picture: Picture,
    box: OrientedBox,
  ): Promise<{ readonly readings: Readings; readonly angle: number }> {
    const readings = await this.#readAlong(picture, box)
    const certainty = readings[0]?.certainty ?? 0
    if (!this.#turning.isWorthwhile(box, certainty)) return { readings, angle: box.angle }
    const turned = reversed(box)
    const others = await this.#readAlong(picture, turned)
    const isBetter = (others[0]?.certainty ?? 0) > certainty
    this.#turning.learn(isBetter && (others[0]?.certainty ?? 0) >= FOUND)
    return isBetter ? { readings: others, angle: turned.angle } : { readings, angle: box.angle }
  }

  async #readAlong(picture: Picture, box: OrientedBox): Promise<Readings> {
    return decodeSteps(await this.#models.recognise(layFlat(picture, box)), this.#models.alphabet)
  }
}

/** A tile may cut what comes near its edge: the next letter. */
function isAtEdge(box: OrientedBox, { width, height }: Picture): boolean {
  const near = box.height / 2
  return cornersOf(box).some(([x, y]) => x < near || y < near || x > width - near || y > height - near)
}

/** Below this a text may be upside down. */
const DOUBTFUL = 0.7
const TRIES = 40
/** Part of the tries that has to have helped. */
const WORTHWHILE = 0.1
/** Whether texts of a scan are read the other way round as well: on a sheet that stands upright it soon stops. */
class Turning {
  #tried = 0
  #helped = 0

  isWorthwhile(box: OrientedBox, certainty: number): boolean {
    if (isSteep(box)) return certainty < SURE
    return certainty < DOUBTFUL && (this.#tried < TRIES || this.#helped / this.#tried >= WORTHWHILE)
  }

  learn(hasHelped: boolean): void {
    this.#tried++
    if (hasHelped) this.#helped++
  }
}
