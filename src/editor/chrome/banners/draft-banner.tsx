import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftState } from '../../session/use-draft.ts'
import { latestBase, type OfferedDraft } from '../../../drafts/draft-offers.ts'
import { Banner } from '../../parts/banner.tsx'
import type { ComparedMap } from '../dialogs/compare-dialog.tsx'
import { CompareDialog } from '../dialogs/compare-overlay.ts'
import { dateLanguage } from '../../../ui/i18n/date-language.ts'

interface DraftBannerProps extends Pick<DraftState, 'offers' | 'discard' | 'restore'> {
  readonly map: ComparedMap
  /** Number of the overlay that is published now. */
  readonly version: number | null
}

/** Offers earlier drafts that were never published, and says that editing waits for the decision. */
export function DraftBanner({ offers, restore, discard, map, version }: DraftBannerProps) {
  const { t, i18n } = useTranslation('editor')
  const [isComparing, setComparing] = useState(false)
  const [offered, other] = offers
  if (!offered) return null
  const timeOf = ({ savedAt }: OfferedDraft) =>
    new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium', timeStyle: 'short' }).format(
      savedAt,
    )
  // What was published since, as an approved contribution, would be overwritten by it.
  const isOlder = version !== null && offered.baseVersion !== version
  const about = (draft: OfferedDraft) => ({ time: timeOf(draft), count: draft.document.points.length })
  return (
    <Banner
      tone="blue"
      actions={
        <>
          {other ? (
            <Button size="xs" onClick={() => setComparing(true)}>
              {t('compare.open')}
            </Button>
          ) : (
            <Button size="xs" {...(isOlder && { variant: 'default' })} onClick={() => restore(offered)}>
              {t('banner.restore')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={discard}>
            {other ? t('banner.discardBoth') : t('banner.discard')}
          </Button>
        </>
      }
    >
      {other ? t('banner.twoDrafts') : t(`banner.draft${WHERE[offered.from]}`, about(offered))}{' '}
      {isOlder && !other && `${t('banner.draftOlder')} `}
      {t('banner.draftWaits')}
      {isComparing && other && (
        <CompareDialog
          map={map}
          title={t('compare.drafts')}
          mine={{ name: t(`compare.${offered.from}`, about(offered)), document: offered.document }}
          theirs={{ name: t(`compare.${other.from}`, about(other)), document: other.document }}
          onChoose={(choice) => {
            setComparing(false)
            if (choice === 'mine') restore(offered)
            else if (choice === 'theirs') restore(other)
            else restore({ ...offered, document: choice.merged, baseVersion: latestBase(offered, other) })
          }}
          onClose={() => setComparing(false)}
        />
      )}
    </Banner>
  )
}

const WHERE = { browser: '', account: 'Account' } as const
