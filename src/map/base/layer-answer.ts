import type { BaseLayerAnswer } from '../pane-props.ts'

export interface LayerAnswer {
  /** A part of the layer has come. */
  came(): void
  /** A part of it was refused, or nobody answered. */
  failed(): void
  /** Another layer is shown: of the one before nothing is told any more. */
  restart(): void
}

/** So long may a layer leave everything unanswered that did not answer once: one tile can fail among many. */
const PATIENCE_MS = 1_500

/** Tells whether a layer answers, when that becomes another. */
export function createLayerAnswer(tell: (answer: BaseLayerAnswer) => void): LayerAnswer {
  let told: BaseLayerAnswer | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const say = (answer: BaseLayerAnswer) => {
    if (told === answer) return
    told = answer
    tell(answer)
  }
  return {
    came() {
      stop()
      say('comes')
    },
    failed() {
      timer ??= setTimeout(() => {
        timer = undefined
        say('fails')
      }, PATIENCE_MS)
    },
    restart() {
      stop()
      told = null
    },
  }
}
