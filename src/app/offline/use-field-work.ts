import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useUnsentMark } from '../../kept/unsent-field-work.ts'
import { dismissToastsAbout } from '../../ui/toast-store.ts'
import { FIELD_NOTICES } from './field-notices.ts'

/**
 * Once the connection or the session is back: what was done in the field meanwhile is sent or offered, on whatever page.
 *
 * @param userId undefined: nobody is signed in as far as the server has said
 * @param isLost the server does not answer
 */
export function useFieldWork(userId: string | undefined, isLost: boolean): void {
  const navigate = useNavigate()
  const page = useLocation({ select: ({ pathname }) => pathname })
  const isOnline = useSyncExternalStore(onLineChange, () => navigator.onLine)
  const hasUnsent = useUnsentMark(userId) !== null
  // What is recorded is offered once it has ended, and what is edited sent once the editor is left.
  const place = page === '/navigator' || page === '/map-editor' ? page : null
  const offer = useEffectEvent(async (user: string) => {
    const { offerFieldWork } = await import('./field-work.ts')
    const toEditor = (mapId: string) => void navigate({ to: '/map-editor', search: { mapId } })
    await offerFieldWork(user, {
      isEditing: place === '/map-editor',
      isInField: place === '/navigator',
      toEditor,
    })
  })
  const isDue = userId !== undefined && hasUnsent && isOnline && !isLost
  useEffect(() => {
    // A part that cannot be fetched now is asked for with the next start: the mark stays.
    if (isDue) offer(userId).catch(() => undefined)
  }, [userId, isDue, place])
  useEffect(() => {
    // A recording goes on there, and is asked about once it has ended.
    if (place === '/navigator') dismissToastsAbout(FIELD_NOTICES.log)
  }, [place])
  // Who comes next at this device is neither shown nor offered what is another's.
  useEffect(() => () => Object.values(FIELD_NOTICES).forEach(dismissToastsAbout), [userId])
}

function onLineChange(listener: () => void): () => void {
  const events = ['online', 'offline'] as const
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}
