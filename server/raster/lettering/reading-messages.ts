import type { Lettering } from '../../../lettering/words.ts'
import type { ModelPaths } from './model-paths.ts'
import type { PyramidFile } from './pyramid-pixels.ts'

/** What a reading thread is started with. */
export interface ReadingSetup {
  readonly pyramid: PyramidFile
  readonly models: ModelPaths
}

export type FromReadingThread =
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'read'; readonly lettering: Lettering }
