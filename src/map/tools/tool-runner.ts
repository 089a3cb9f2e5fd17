import { useMemo, useRef, useState } from 'react'
import type { ToolDrawing } from './tool-drawing.ts'
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

interface RunningTools<State, Event> {
  readonly tool: State
  readonly drawing: ToolDrawing
  readonly send: (event: Event) => boolean
  /** Puts a tool to work in a state that was saved. */
  readonly replace: (tool: State) => void
  /** The tool as the last event has left it, which may not be rendered yet. */
  readonly read: () => State
}

/** The tools of a screen as state of its component. */
export function useToolRunner<State, Event, Effect extends { readonly kind: string }>(
  tools: Tools<State, Event, Effect>,
  first: State,
  handlers: EffectHandlers<Effect>,
): RunningTools<State, Event> {
  const [tool, setTool] = useState(first)
  // Events of one frame follow one another sooner than the state is rendered.
  const current = useRef(tool)
  const read = () => current.current
  const write = (next: State) => {
    current.current = next
    setTool(next)
  }
  return {
    tool,
    drawing: useMemo(() => tools.draw(tool), [tools, tool]),
    send: (event) => createToolRunner({ tools, read, write, handlers })(event),
    replace: write,
    read,
  }
}
