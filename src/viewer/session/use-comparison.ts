import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announce.ts'
import type { Comparison } from '../../map/compare/comparison-kinds.ts'
import type { OverlayComparison } from '../../map/pane-props.ts'
import type { AddressSteps } from './address-steps.ts'
import {
  isComparedByKeysAtom,
  isFirstSeenAtom,
  noteComparedByKeysAtom,
  noteFirstSeenAtom,
} from '../model/viewer-model.ts'
import type { ViewerState } from '../model/viewer-state.ts'
import {
  ALL_BENEATH,
  BASE_MAP,
  comparedOf,
  type ComparedPair,
  withFirst,
  withSecond,
} from '../model/compared-pair.ts'
import { shownName } from '../model/shown-name.ts'
import { withWhole } from '../model/shown-stack.ts'
import type { ShownMap } from './use-shown-maps.ts'

/** Where the line stands unless it was moved. */
const MIDDLE = 0.5

/** The line stands there, a part of the width. */
function withLine({ line: _line, ...last }: ViewerState, at: number): ViewerState {
  return at === MIDDLE ? last : { ...last, line: at }
}

/** How maps are compared, and how that is changed. @param maps - Those that can be compared, from bottom to top. */
export function useComparison(
  state: ViewerState,
  maps: readonly ShownMap[],
  { choose, adjust }: Pick<AddressSteps, 'choose' | 'adjust'>,
) {
  const { t } = useTranslation('viewer')
  const isByKeys = useAtomValue(isComparedByKeysAtom)
  const setByKeys = useSetAtom(noteComparedByKeysAtom)
  const isFirstSeen = useAtomValue(isFirstSeenAtom)
  const setFirstSeen = useSetAtom(noteFirstSeenAtom)
  const kind = state.comparison
  const pair = comparedOf(maps, state.pair)
  const nameOf = (id: string) => {
    if (id === BASE_MAP) return t('page.compare.baseInLine')
    const map = maps.find((one) => one.id === id)
    return map ? t('page.quoted', { title: shownName(t, map) }) : t('page.compare.beneathInLine')
  }
  const labelOf = ({ first, second }: ComparedPair, of: Comparison) =>
    state.pair
      ? t(`page.compare.${of}Pair`, { first: nameOf(first), second: nameOf(second) })
      : t(`page.compare.${of}Handle`)
  const comparison: OverlayComparison | null =
    kind && pair && maps.some(({ status }) => status.kind === 'shown')
      ? {
          kind,
          label: labelOf(pair, kind),
          takesFocus: isByKeys,
          onTurn: setFirstSeen,
          ...(state.line !== undefined && { at: state.line }),
          onRest: (at) => {
            if (Math.round(at * 100) !== Math.round((state.line ?? MIDDLE) * 100))
              adjust((last) => withLine(last, at))
          },
        }
      : null
  const turnName = (id: string) => {
    const map = maps.find((one) => one.id === id)
    if (map) return shownName(t, map)
    return t(id === ALL_BENEATH && maps[0]?.id !== pair?.first ? 'page.compare.beneath' : 'page.compare.base')
  }
  return {
    /** The two that are seen in turn, and which is seen now; null: none are. */
    turns:
      comparison?.kind === 'blink' && pair
        ? { names: [turnName(pair.first), turnName(pair.second)] as const, isFirst: isFirstSeen }
        : null,
    /** As the pane takes it. */
    comparison,
    /** Null: there is nothing to compare. */
    pair,
    /** @param byKeys - It was chosen by the keyboard, which moves the handle as well. */
    compare: (next: Comparison | null, byKeys = false) => {
      setByKeys(byKeys)
      setFirstSeen(true)
      announce(t(next ? `page.compare.said.${next}` : 'page.compare.said.ended'))
      choose(({ pair: _pair, ...last }) => ({
        // Two maps that show through one another cannot be told apart.
        ...(next && kind === null && pair ? withWhole(last, maps, [pair.first, pair.second]) : last),
        comparison: next,
        // Both sides are to be seen: no map is shown alone any more.
        ...(next && { soloId: null, ...(state.pair && { pair: state.pair }) }),
      }))
    },
    choosePart: (part: keyof ComparedPair, id: string) =>
      choose((last) => (part === 'first' ? withFirst : withSecond)(last, maps, id)),
  }
}
