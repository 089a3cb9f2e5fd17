import type { TFunction } from 'i18next'
import { toast } from '../../ui/toast-store.ts'
import { shownName } from '../model/shown-name.ts'
import type { StackedMap } from '../model/shown-stack.ts'
import type { ShownMap } from '../session/use-shown-maps.ts'

/** Says of each map that a new order keeps, and that was not kept before, that it is. */
export function tellKept(
  t: TFunction<['viewer', 'common']>,
  before: readonly StackedMap[],
  after: readonly StackedMap[],
  maps: readonly ShownMap[],
): void {
  const wereKept = new Set(before.filter(({ isKept }) => isKept).map(({ id }) => id))
  for (const { id, isKept } of after) {
    const map = maps.find((shown) => shown.id === id)
    if (isKept && !wereKept.has(id) && map) toast.info(t('page.shown.nowKept', { title: shownName(t, map) }))
  }
}
