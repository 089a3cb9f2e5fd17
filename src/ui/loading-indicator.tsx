import { useTranslation } from 'react-i18next'
import classes from './loading-indicator.module.css'
import { Mark } from './mark.tsx'
import { useDelayed } from './use-delayed.ts'

/** Nothing shows for what is ready sooner, in milliseconds. */
const LOADING_DELAY_MS = 50

/** The full-screen Loading indicator with its moving dots: session check and chunks of a page. */
export function LoadingIndicator() {
  const { t, ready } = useTranslation('common', { useSuspense: false })
  const isShown = useDelayed(LOADING_DELAY_MS)
  if (!isShown) return null
  return (
    <div className={classes.screen} role="status">
      <Mark size={44} />
      <span>
        {ready ? t('loading') : 'Loading'}
        <span className={classes.dots} aria-hidden>
          <i>.</i>
          <i>.</i>
          <i>.</i>
        </span>
      </span>
    </div>
  )
}
