import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { keepLoaded } from '../../ui/kept-part.ts'
import { toast } from '../../ui/toast-store.ts'
import { placeEntryAtom } from './open-place-entry.ts'
import type { PlaceEntryProps } from './place-entry.tsx'

const usePart = keepLoaded<PlaceEntryProps>(async () => (await import('./place-entry.tsx')).PlaceEntry)

/**
 * The field for a typed place with what reads it, loaded when it is first wanted. Where it cannot come, because the line
 * is cut or the product was renewed, a notice says so and the field is closed.
 */
export function LatePlaceEntry(props: PlaceEntryProps): ReactNode {
  const { t } = useTranslation()
  const close = useSetAtom(placeEntryAtom)
  const { Part } = usePart(() => {
    toast.error(t('part.missing'))
    close(null)
  })
  return Part ? <Part {...props} /> : null
}
