import { useTranslation } from 'react-i18next'
import classes from '../parts/pane-frame.module.css'

/** What the red arrows are, and how many times longer than true they are drawn. */
export function ArrowLegend({ scale }: { readonly scale: number }) {
  const { t } = useTranslation('editor')
  return (
    <div className={`${classes['readout']} ${classes['legend']}`}>
      <svg width="22" height="10" viewBox="0 0 22 10" aria-hidden>
        <path d="M1 5H16" stroke="currentColor" strokeWidth="2" />
        <path d="M14 1L21 5L14 9Z" fill="currentColor" />
      </svg>
      <span>{t('accuracy.vectors', { factor: scale })}</span>
    </div>
  )
}
