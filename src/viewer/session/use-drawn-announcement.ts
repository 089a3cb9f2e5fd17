import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announce.ts'
import { shownName } from '../model/shown-name.ts'
import type { ShownMap } from './use-shown-maps.ts'

/** Tells a screen reader that a map which was waited for is drawn. */
export function useDrawnAnnouncement(maps: readonly ShownMap[]): void {
  const { t } = useTranslation('viewer')
  const awaited = useRef<ReadonlySet<string>>(new Set())
  const look = useEffectEvent(() => {
    const drawn = maps.filter(({ id, status }) => status.kind === 'shown' && awaited.current.has(id))
    awaited.current = new Set(maps.flatMap(({ id, status }) => (status.kind === 'loading' ? [id] : [])))
    const last = drawn.at(-1)
    if (last) announce(t('page.shown.drawn', { title: shownName(t, last), count: maps.length }))
  })
  const known = maps.map(({ id, status }) => `${id} ${status.kind}`).join()
  useEffect(() => look(), [known])
}
