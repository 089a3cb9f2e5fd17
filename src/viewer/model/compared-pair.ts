import type { ComparedAs } from '../../map/pane-props.ts'
import type { ViewerState } from './viewer-state.ts'
import { FILE_ID } from './shown-name.ts'

/** The two that a comparison holds against one another, where that is not the uppermost map and all beneath it. */
export interface ComparedPair {
  readonly first: string
  /** A map, `BASE_MAP`, or `ALL_BENEATH` the first. */
  readonly second: string
}

/** Words in the place of a map's id, which is none of these. */
export const BASE_MAP = 'base'
export const ALL_BENEATH = 'beneath'
const FILE_WORD = 'file'

/** "FIRST,SECOND". */
export const pairText = ({ first, second }: ComparedPair): string =>
  [first, second].map((id) => (id === FILE_ID ? FILE_WORD : id)).join(',')

/** The reverse of `pairText`; undefined: there is none. */
export function pairOf(text: string | undefined): ComparedPair | undefined {
  const [first, second, ...others] = (text ?? '').split(',').map((id) => (id === FILE_WORD ? FILE_ID : id))
  const isPair = first && second && first !== second && others.length === 0
  return isPair && first !== BASE_MAP && first !== ALL_BENEATH ? { first, second } : undefined
}

interface Drawn {
  readonly id: string
}

/** What is compared among maps, from bottom to top; what a pair names and is not there gives way. Null: no map is. */
export function comparedOf(maps: readonly Drawn[], pair: ComparedPair | undefined): ComparedPair | null {
  const top = maps.at(-1)
  if (!top) return null
  const has = (id: string | undefined) => maps.some((map) => map.id === id)
  if (!pair || !has(pair.first)) return { first: top.id, second: ALL_BENEATH }
  const isThere = pair.second === BASE_MAP || has(pair.second)
  return { first: pair.first, second: isThere ? pair.second : ALL_BENEATH }
}

/** The maps that a comparison draws, from bottom to top, each with its part: others would lie over either side. */
export function drawnInComparison<T extends Drawn>(
  maps: readonly T[],
  pair: ComparedPair | undefined,
): { readonly map: T; readonly comparedAs: ComparedAs | undefined }[] {
  const compared = comparedOf(maps, pair)
  const at = maps.findIndex(({ id }) => id === compared?.first)
  const partOf = ({ id }: T): ComparedAs | undefined =>
    id === compared?.first ? 'first' : id === compared?.second ? 'second' : undefined
  return maps
    .map((map) => ({ map, comparedAs: partOf(map) }))
    .filter(({ comparedAs }, place) => comparedAs || (compared?.second === ALL_BENEATH && place < at))
}

/** Another map is the first; the one that was is then the second, where the two were a pair. */
export function withFirst(state: ViewerState, maps: readonly Drawn[], first: string): ViewerState {
  const now = comparedOf(maps, state.pair)
  if (!now) return state
  return withPair(state, maps, { first, second: now.second === first ? now.first : now.second })
}

/** The first map is held against another one, the base map, or all that lies beneath it. */
export function withSecond(state: ViewerState, maps: readonly Drawn[], second: string): ViewerState {
  const now = comparedOf(maps, state.pair)
  if (!now) return state
  if (second !== now.first) return withPair(state, maps, { first: now.first, second })
  const other = maps.some(({ id }) => id === now.second)
    ? now.second
    : maps.findLast(({ id }) => id !== second)?.id
  return other === undefined ? state : withPair(state, maps, { first: other, second })
}

/** Both are to be seen: no map is shown alone any more. */
function withPair(state: ViewerState, maps: readonly Drawn[], pair: ComparedPair): ViewerState {
  const { pair: _pair, ...others } = state
  const isPlain = pair.first === maps.at(-1)?.id && pair.second === ALL_BENEATH
  return { ...others, soloId: null, ...(!isPlain && { pair }) }
}

/** Without a pair that names a map which is not shown any more. */
export function withoutPairOf(state: ViewerState, id: string | null): ViewerState {
  const { pair, ...others } = state
  return pair && (pair.first === id || pair.second === id) ? others : state
}
