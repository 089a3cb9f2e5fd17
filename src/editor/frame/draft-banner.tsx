import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DraftState } from '../document/use-draft.ts'
import { Banner } from './banner.tsx'

/** Offers an earlier draft that was never published. */
export function DraftBanner({ offered, restore, discard }: DraftState) {
  const { t, i18n } = useTranslation('editor')
  if (!offered) return null
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(
    offered.savedAt,
  )
  return (
    <Banner
      tone="blue"
      actions={
        <>
          <Button size="compact-sm" onClick={restore}>
            {t('banner.restore')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={discard}>
            {t('banner.discard')}
          </Button>
        </>
      }
    >
      {t('banner.draft', { time, count: offered.document.points.length })}
    </Banner>
  )
}
