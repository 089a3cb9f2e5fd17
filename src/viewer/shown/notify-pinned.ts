import type { TFunction } from 'i18next'
import { toast } from '../../ui/toast-store.ts'
import { shownName } from '../model/shown-name.ts'
import type { StackedMap } from '../model/shown-stack.ts'
import type { ShownMap } from '../session/use-shown-maps.ts'

/** Notifies of each map that a new order pins and that was not pinned before. */
export function notifyPinned(
  t: TFunction<['viewer', 'common']>,
  before: readonly StackedMap[],
  after: readonly StackedMap[],
  maps: readonly ShownMap[],
): void {
  const werePinned = new Set(before.filter(({ isPinned }) => isPinned).map(({ id }) => id))
  for (const { id, isPinned } of after) {
    const map = maps.find((shown) => shown.id === id)
    if (isPinned && !werePinned.has(id) && map)
      toast.info(t('page.shown.nowKept', { title: shownName(t, map) }))
  }
}
