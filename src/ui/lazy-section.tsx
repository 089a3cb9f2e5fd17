import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce, type Load } from './load-once.tsx'
import { ErrorState } from './list-states.tsx'
import { LoadingIndicator } from './loading-indicator.tsx'

/** A part of a page that is loaded when it is first shown; where it cannot come, it says so and can be tried again. */
export function lazySection<Props extends object>(
  load: Load<Props>,
  waiting: ReactNode = <LoadingIndicator />,
) {
  const usePart = loadOnce(load)
  return function LazySection(props: Props): ReactNode {
    const { t } = useTranslation()
    const { Part, hasFailed, retry } = usePart()
    if (Part) return <Part {...props} />
    return hasFailed ? <ErrorState title={t('part.missing')} onRetry={retry} /> : waiting
  }
}
