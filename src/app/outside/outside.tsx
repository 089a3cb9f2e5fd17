import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { PageStepsContext } from '../../ui/page-steps.tsx'
import { type OutsideSteps, targetOf } from './outside-steps.ts'

interface OutsideProps {
  readonly steps: OutsideSteps
  /** The product will soon be wanted, at this path. */
  readonly onBegin: (path: string) => void
}

/** The page of the address, where that is none of the product. */
export function Outside({ steps, onBegin }: OutsideProps) {
  const { t } = useTranslation()
  const { page, search, Page } = useSyncExternalStore(steps.subscribe, steps.shown)
  useEffect(() => {
    document.title = page === 'landing' ? t('brand') : `${t(`page.${page}`)} · ${t('brand')}`
  }, [page, t])
  return (
    <PageStepsContext value={steps}>
      <Page page={page} search={search} onBegin={() => onBegin(targetOf(search))} />
    </PageStepsContext>
  )
}
