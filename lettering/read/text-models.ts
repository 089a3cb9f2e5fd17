import type * as Ort from 'onnxruntime-web/wasm'
import type { Steps } from './decode-ctc.ts'
import type { Picture } from './picture.ts'
import type { ProbabilityMap } from './probability-boxes.ts'
import { STRIP_HEIGHT } from './strip.ts'
import type { Strip } from './strip.ts'

/** What a reading needs besides the scan, as the files are; whoever calls knows where they lie. */
export interface ModelFiles {
  /** ONNX: picture to probabilities of text (DB). */
  readonly detector: Uint8Array
  /** ONNX: strip of 48 px to probabilities of characters (CTC). */
  readonly recogniser: Uint8Array
  /** The recogniser's characters, one a line, without blank and space. */
  readonly characters: string
  /** `ort-wasm-simd-threaded.wasm` of the installed onnxruntime-web. */
  readonly engine: Uint8Array
}

/** The models, loaded: one reading at a time. */
export interface TextModels {
  /** Character of each class of the recogniser; the blank is the first, and empty. */
  readonly alphabet: readonly string[]
  readonly detect: (picture: Picture) => Promise<ProbabilityMap>
  readonly recognise: (strip: Strip) => Promise<Steps>
  readonly close: () => Promise<void>
}

/** The files are no models as described above; the message says which, and why. */
export class ModelError extends Error {}

/**
 * Loads the models, and the engine with the first ones. On one thread: a reading runs in a worker, and engines of several
 * threads were slower for strips of this size.
 *
 * @throws ModelError
 */
export async function openModels(files: ModelFiles): Promise<TextModels> {
  const ort = await import('onnxruntime-web/wasm')
  ort.env.wasm.numThreads = 1
  ort.env.wasm.wasmBinary = files.engine
  const detector = await opened(ort, 'detector', files.detector)
  const recogniser = await opened(ort, 'recogniser', files.recogniser)
  const alphabet = ['', ...files.characters.replace(/\r?\n$/, '').split(/\r?\n/), ' ']
  return {
    alphabet,
    detect: (picture) => detect(ort, detector, picture),
    recognise: (strip) => recognise(ort, recogniser, strip, alphabet.length),
    async close() {
      await detector.release()
      await recogniser.release()
    },
  }
}

type Engine = typeof Ort

async function opened(ort: Engine, name: string, model: Uint8Array): Promise<Ort.InferenceSession> {
  try {
    return await ort.InferenceSession.create(model, { executionProviders: ['wasm'] })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ModelError(`the ${name} cannot be loaded: ${reason}`, { cause: error })
  }
}

/** The detector halves the picture five times. */
const SIDE_STEP = 32
/** Colours are given to the detector from −1 to 1; by the means of photographs it finds fewer labels of maps. */
const HALF = 127.5

async function detect(
  ort: Engine,
  detector: Ort.InferenceSession,
  picture: Picture,
): Promise<ProbabilityMap> {
  const [width, height] = [stepped(picture.width), stepped(picture.height)]
  const input = normalised(picture, width, height)
  const { dims, values } = await run(ort, 'detector', detector, input, [1, 3, height, width])
  if (dims.at(-1) !== width || dims.at(-2) !== height)
    throw new ModelError(`the detector answers a picture of ${width} × ${height} px by ${dims.join(' × ')}`)
  return { width, height, values }
}

const stepped = (side: number): number => Math.ceil(side / SIDE_STEP) * SIDE_STEP

/** Planes of blue, green and red; what is added on the right and below is grey. */
function normalised(picture: Picture, width: number, height: number): Float32Array {
  const plane = width * height
  const values = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel++)
    for (let y = 0; y < picture.height; y++)
      for (let x = 0; x < picture.width; x++) {
        const value = picture.pixels[(y * picture.width + x) * 3 + 2 - channel]!
        values[channel * plane + y * width + x] = value / HALF - 1
      }
  return values
}

async function recognise(
  ort: Engine,
  recogniser: Ort.InferenceSession,
  { width, values }: Strip,
  classes: number,
): Promise<Steps> {
  const answer = await run(ort, 'recogniser', recogniser, values, [1, 3, STRIP_HEIGHT, width])
  const [, count = 0, found] = answer.dims
  if (found !== classes)
    throw new ModelError(
      `the recogniser tells ${found ?? 0} characters apart, and its list has ${classes - 2} (without blank and space)`,
    )
  return { count, classes, values: answer.values }
}

interface Answer {
  readonly dims: readonly number[]
  readonly values: Float32Array
}

/** The first output of a model with one input, its memory in the engine given back. */
async function run(
  ort: Engine,
  name: string,
  session: Ort.InferenceSession,
  values: Float32Array,
  dims: readonly number[],
): Promise<Answer> {
  const [input = ''] = session.inputNames
  const [output = ''] = session.outputNames
  const tensor = new ort.Tensor('float32', values, dims)
  try {
    const answer = (await session.run({ [input]: tensor }))[output]
    if (!(answer?.data instanceof Float32Array)) throw new ModelError(`the ${name} answers no numbers`)
    const whole = { dims: answer.dims, values: answer.data }
    answer.dispose()
    return whole
  } finally {
    tensor.dispose()
  }
}
