import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasShareSheet, sharePage } from '../device/share-link.ts'
import classes from './public-map-page.module.css'

interface ShareButtonProps {
  readonly title: string
  /** Asked for when it is handed on: what the page shows may have changed. */
  readonly address: () => string
}

/** Hands the page on: by the device's own share sheet where it has one, else as a copied link. */
export function ShareButton({ title, address }: ShareButtonProps) {
  const { t } = useTranslation('public')
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const share = () =>
    sharePage(title, address()).then(
      (way) => setOutcome(way === 'copied' ? 'copied' : null),
      () => setOutcome('failed'),
    )
  return (
    <>
      <button type="button" className={classes.button} onClick={() => void share()}>
        {t(hasShareSheet() ? 'share.do' : 'share.copy')}
      </button>
      <span role="status" className={classes.outcome}>
        {outcome === 'copied' ? t('share.copied') : null}
        {outcome === 'failed' ? t('share.failed', { address: address() }) : null}
      </span>
    </>
  )
}
