import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { decisionText } from '../map-record/decision-text.ts'
import { MapCollection } from '../map-record/map-collection.tsx'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { toast } from '../ui/toast-store.ts'
import { useExpiryNotice, useMyClaims } from './assignment-queries.ts'
import classes from './assignments.module.css'
import { Countdown } from './countdown.tsx'
import { Rejections } from './rejections.tsx'

const GiveBackDialog = lazyOverlay(async () => (await import('./give-back-dialog.tsx')).GiveBackDialog)

/** Maps that the user has claimed. */
export function MyAssignmentsPage({ onOpenEditor }: { readonly onOpenEditor: (id: string) => void }) {
  const { t } = useTranslation('assignments')
  const query = useMyClaims()
  const expire = useExpiryNotice()
  const [givenBack, setGivenBack] = useState<MapSummary | null>(null)
  const open = ({ id, files }: MapSummary) => {
    if (files.convertedFilePath === null) toast.error(t('mine.mapDataRequired'))
    else onOpenEditor(id)
  }
  return (
    <>
      <PageHeader title={t('mine.title')} />
      <Rejections onClaimed={onOpenEditor} />
      <MapCollection
        query={query}
        errorTitle={t('mine.error')}
        empty={{
          title: t('mine.empty'),
          text: t('mine.emptyText'),
          action: <ButtonLink to="/undiscovered-maps">{t('mine.find')}</ButtonLink>,
        }}
        footer={(map) => (
          <span className={classes.stack}>
            {map.assigned && !map.assigned.isDone ? (
              <Countdown expireAt={map.assigned.expireAt} onExpired={() => expire(map)} />
            ) : null}
            {map.assigned?.changes ? (
              <span className={classes.note}>
                {t('mine.changes')} {decisionText(map.assigned.changes)}
              </span>
            ) : null}
            <span className={classes.actions}>
              {map.assigned && !map.assigned.isDone ? (
                <Button
                  size="sm"
                  variant="default"
                  aria-label={t('giveBack.named', { title: map.titles.title })}
                  onClick={() => setGivenBack(map)}
                >
                  {t('giveBack.button')}
                </Button>
              ) : null}
              {/* What is submitted waits for its owner, and can only be looked at. */}
              <Button
                size="sm"
                {...(map.assigned?.isDone && { variant: 'default' })}
                onClick={() => open(map)}
              >
                {t(map.assigned?.isDone ? 'mine.look' : 'mine.transform')}
              </Button>
            </span>
          </span>
        )}
        onLoad={({ id }) => onOpenEditor(id)}
      />
      {givenBack ? <GiveBackDialog map={givenBack} onClose={() => setGivenBack(null)} /> : null}
    </>
  )
}
