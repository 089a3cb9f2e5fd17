import type { Tools } from './tool.ts'

/** What is done for each kind of effect. */
export type EffectHandlers<Effect extends { readonly kind: string }> = {
  readonly [Kind in Effect['kind']]: (effect: Extract<Effect, { readonly kind: Kind }>) => void
}

interface RunnerOptions<State, Event, Effect extends { readonly kind: string }> {
  readonly tools: Pick<Tools<State, Event, Effect>, 'next'>
  readonly read: () => State
  readonly write: (tool: State) => void
  readonly handlers: EffectHandlers<Effect>
}

/**
 * Runs the tools of a screen: the one place where their states change and their effects are done.
 *
 * @returns sends an event to the tools. True: they answered it
 */
export function createToolRunner<State, Event, Effect extends { readonly kind: string }>({
  tools,
  read,
  write,
  handlers,
}: RunnerOptions<State, Event, Effect>): (event: Event) => boolean {
  return (event) => {
    const before = read()
    const { tool, effects } = tools.next(before, event)
    if (tool !== before) write(tool)
    for (const effect of effects) handlers[effect.kind as Effect['kind']](effect as never)
    return tool !== before || effects.length > 0
  }
}
