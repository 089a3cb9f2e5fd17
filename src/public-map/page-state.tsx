import { useTranslation } from 'react-i18next'
import classes from './public-map-page.module.css'

interface PageStateProps {
  readonly status: 'loading' | 'missing' | 'failed'
  /** What is said of each, in the reader's language. */
  readonly texts: {
    readonly loading: string
    readonly missingTitle: string
    readonly missingText: string
    readonly failed: string
  }
  /** What was there has just gone: it is said aloud. */
  readonly isNews?: boolean
  readonly onRetry: () => void
}

/** What stands on a page that needs no account while what it is about is not there. */
export function PageState({ status, texts, isNews = false, onRetry }: PageStateProps) {
  const { t } = useTranslation('public')
  if (status === 'loading') return <p role="status">{texts.loading}</p>
  if (status === 'missing')
    return (
      <div {...(isNews && { role: 'alert' })}>
        <h1>{texts.missingTitle}</h1>
        <p>{texts.missingText}</p>
        <p>
          <a href="/">{t('head.home')}</a>
        </p>
      </div>
    )
  return (
    <div role="alert">
      <h1>{texts.failed}</h1>
      <p>{t('failedText')}</p>
      <button type="button" className={classes.button} onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}
