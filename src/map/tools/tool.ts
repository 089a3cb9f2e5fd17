import { NO_DRAWING } from './tool-drawing.ts'
import type { ToolDrawing } from './tool-drawing.ts'

/** No tool is at work: the cameras have the pointer. */
export interface Idle {
  readonly kind: 'choose'
  readonly selectedId: null
}

export const CHOOSING: Idle = { kind: 'choose', selectedId: null }

export interface ToolStep<State, Effect> {
  /** The same object where nothing has changed. */
  readonly tool: State
  /** What is to be done beyond the tool's own state. */
  readonly effects: readonly Effect[]
}

/**
 * A tool: its states, the events that it answers, what is to be done then, and what it shows. Pure. Events of the other
 * tools on a screen reach it as well; it has no answer to them.
 */
export interface ToolModule<
  State extends { readonly kind: string },
  Event extends { readonly type: string },
  Effect extends { readonly kind: string },
> {
  /** The kinds of its states. */
  readonly kinds: readonly State['kind'][]
  /** The state in which it begins by an event, while no tool is at work or one that has no answer to it. */
  readonly begin?: (event: Event) => State | undefined
  /** Its answer; tool null: it has ended. Undefined: it has none, and another tool may begin. */
  readonly next: (tool: State, event: Event) => ToolStep<State | null, Effect> | undefined
  /** What is to be done when another tool begins in its place. */
  readonly leave?: (tool: State) => readonly Effect[]
  /** The state that goes on beneath a drag of a point; without it, the same. */
  readonly beneathDrag?: (tool: State, id: string) => State
  /** The same object as long as the same is to be seen. */
  readonly draw: (tool: State) => ToolDrawing
}

interface Kinded {
  readonly kind: string
}

/** Any tool, whatever its states, events and effects. */
interface AnyModule {
  readonly kinds: readonly string[]
  readonly begin?: (event: never) => Kinded | undefined
  readonly next: (tool: never, event: never) => ToolStep<Kinded | null, Kinded> | undefined
  readonly leave?: (tool: never) => readonly Kinded[]
  readonly beneathDrag?: (tool: never, id: string) => Kinded
  readonly draw: (tool: never) => ToolDrawing
}

type StateOf<M extends AnyModule> = M extends AnyModule ? Parameters<M['next']>[0] : never
type EventOf<M extends AnyModule> = M extends AnyModule ? Parameters<M['next']>[1] : never
type EffectOf<M extends AnyModule> = M extends AnyModule
  ? NonNullable<ReturnType<M['next']>>['effects'][number]
  : never

/** The tools of a screen, one of which is at work at a time. */
export interface Tools<State, Event, Effect> {
  readonly next: (tool: State, event: Event) => ToolStep<State, Effect>
  readonly beneathDrag: (tool: State, id: string) => State
  readonly draw: (tool: State) => ToolDrawing
}

interface AnyTools {
  readonly next: (tool: never, event: never) => ToolStep<unknown, unknown>
}

/** The states of a screen's tools, the events that they answer, and what is to be done then. */
export type ToolOf<T extends AnyTools> = Parameters<T['next']>[0]
export type ToolEventOf<T extends AnyTools> = Parameters<T['next']>[1]
export type ToolEffectOf<T extends AnyTools> = ReturnType<T['next']>['effects'][number]

/** Puts the tools of a screen together: events go to the one at work, and what it leaves unanswered may begin another. */
export function composeTools<M extends readonly AnyModule[]>(
  ...modules: M
): Tools<StateOf<M[number]> | Idle, EventOf<M[number]>, EffectOf<M[number]>> {
  const owners = new Map(modules.flatMap((module) => module.kinds.map((kind) => [kind, module])))
  const step = (tool: Kinded, effects: readonly Kinded[]) =>
    ({ tool, effects }) as ToolStep<StateOf<M[number]> | Idle, EffectOf<M[number]>>
  return {
    next(tool, event) {
      const owner = owners.get(tool.kind)
      // A module gets states of its own, and of events also those that it has no answer to.
      const answer = owner?.next(tool as never, event as never)
      if (answer) return step(answer.tool ?? CHOOSING, answer.effects)
      for (const module of modules) {
        const begun = module.begin?.(event as never)
        if (begun) return step(begun, owner?.leave?.(tool as never) ?? [])
      }
      return step(tool, [])
    },
    beneathDrag: (tool, id) =>
      (owners.get(tool.kind)?.beneathDrag?.(tool as never, id) ?? tool) as StateOf<M[number]> | Idle,
    draw: (tool) => owners.get(tool.kind)?.draw(tool as never) ?? NO_DRAWING,
  }
}

/** A step of a tool. */
export const to = <State, Effect = never>(
  tool: State,
  effects: readonly Effect[] = [],
): ToolStep<State, Effect> => ({ tool, effects })
