import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../../ui/i18n/i18n.ts'
import { loadOnce } from '../../../ui/load-once.tsx'
import { toast } from '../../../ui/toast-store.ts'
import type { PublishedCardProps } from './published-card.tsx'

const usePart = loadOnce<PublishedCardProps>(async () => {
  const [{ PublishedCard }] = await Promise.all([
    import('./published-card.tsx'),
    i18n.loadNamespaces(['published', 'catalogs', 'maps']),
  ])
  return PublishedCard
})

/** The card after a transform, loaded when it is first shown. Where it cannot come, a notice says what was done. */
export function LatePublishedCard(props: PublishedCardProps): ReactNode {
  const { t } = useTranslation('editor')
  const { Part } = usePart(() => {
    toast.success(t('transform.success'))
    props.onClose()
  })
  return Part ? <Part {...props} /> : null
}
