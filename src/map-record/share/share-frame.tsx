import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'

interface ShareFrameProps {
  /** Of what is shared. */
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The dialog in which a map or a catalog is shared. */
export function ShareFrame({ title, onClose, children }: ShareFrameProps) {
  const { t } = useTranslation('share')
  return (
    <Dialog opened onClose={onClose} title={t('title', { title })} size={520}>
      {children}
    </Dialog>
  )
}
