import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce } from '../../../ui/load-once.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { asksForPlaceAtom } from '../../tools/asks-for-place.ts'
import { isTableOpenAtom, isTutorialAtom } from '../../model/view-atoms.ts'
import type { PlaceCardProps } from './place-card.tsx'

const usePart = loadOnce<PlaceCardProps>(async () => (await import('./place-card.tsx')).PlaceCard)

interface LatePlaceCardProps extends PlaceCardProps {
  /** It is known that no draft waits, and points may be placed here. */
  readonly isReady: boolean
}

/** Asks where a map is that has no points yet. */
export function LatePlaceCard({ isReady, ...props }: LatePlaceCardProps): ReactNode {
  const isAsking = useAtomValue(asksForPlaceAtom)
  // One guide at a time.
  const isTutorial = useAtomValue(isTutorialAtom)
  return isReady && isAsking && !isTutorial ? <Loaded {...props} /> : null
}

/** Whether the question is shown, whose field has the focus then. */
export function focusPlaceField(): boolean {
  const field = document.querySelector<HTMLElement>('[data-place-card] input')
  field?.focus({ preventScroll: true })
  return field !== null
}

/** Where the card cannot come, the steps of the other way do. */
function Loaded(props: PlaceCardProps): ReactNode {
  const { t } = useTranslation()
  const openSteps = useSetAtom(isTableOpenAtom)
  const { Part } = usePart(() => {
    toast.error(t('part.missing'))
    openSteps(true)
  })
  return Part && <Part {...props} />
}
