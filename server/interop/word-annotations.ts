import type { ScanWord } from '../../contract/api/lettering.ts'

const SEARCH_CONTEXT = 'http://iiif.io/api/search/2/context.json'
const PRESENTATION_CONTEXT = 'http://iiif.io/api/presentation/3/context.json'

/** A word with its number on its map. */
export interface NumberedWord extends Pick<ScanWord, 'x' | 'y' | 'width' | 'height' | 'angle' | 'text'> {
  readonly n: number
}

/** A canvas that words are annotated on. */
export interface WordCanvas {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** The words on a scan as a page of annotations. */
export const wordPage = (address: string, canvas: WordCanvas, words: readonly NumberedWord[]): object => ({
  '@context': PRESENTATION_CONTEXT,
  id: address,
  type: 'AnnotationPage',
  items: words.map((word) => wordAnnotation(canvas, word)),
})

/**
 * The answer of a Content Search 2 service.
 *
 * @param address of the search with all it was asked for
 * @param ignored names of parameters that it was asked by and does not know
 */
export const searchPage = (
  address: string,
  canvas: WordCanvas,
  { words, ignored }: { readonly words: readonly NumberedWord[]; readonly ignored: readonly string[] },
): object => ({
  '@context': SEARCH_CONTEXT,
  id: address,
  type: 'AnnotationPage',
  ...(ignored.length > 0 && { ignored }),
  items: words.map((word) => wordAnnotation(canvas, word)),
})

function wordAnnotation(canvas: WordCanvas, word: NumberedWord): object {
  return {
    id: `${canvas.id}/word/${word.n}`,
    type: 'Annotation',
    motivation: 'supplementing',
    body: { type: 'TextualBody', value: word.text, format: 'text/plain' },
    target: `${canvas.id}#xywh=${boxOf(canvas, word).join(',')}`,
  }
}

/** The upright box of whole pixels around a word, within the canvas: viewers know no turned ones. */
function boxOf({ width: right, height: bottom }: WordCanvas, word: NumberedWord): number[] {
  const turn = (word.angle * Math.PI) / 180
  const [cosine, sine] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  const halfWidth = (word.width * cosine + word.height * sine) / 2
  const halfHeight = (word.width * sine + word.height * cosine) / 2
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value))
  const [x, y] = [
    within(Math.floor(word.x - halfWidth), right - 1),
    within(Math.floor(word.y - halfHeight), bottom - 1),
  ]
  return [
    x,
    y,
    Math.max(1, within(Math.ceil(word.x + halfWidth), right) - x),
    Math.max(1, within(Math.ceil(word.y + halfHeight), bottom) - y),
  ]
}
