import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { ButtonLink } from '../ui/links.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { toast } from '../ui/toast-store.ts'
import { useExpiryNotice, useMyClaims } from './assignment-queries.ts'
import classes from './assignments.module.css'
import { Countdown } from './countdown.tsx'
import { MapList } from './map-list.tsx'

/** Maps that the user has claimed. */
export function MyAssignmentsPage({ onOpenEditor }: { readonly onOpenEditor: (id: string) => void }) {
  const { t } = useTranslation('assignments')
  const query = useMyClaims()
  const expire = useExpiryNotice()
  const open = ({ id, files }: MapSummary) => {
    if (files.convertedFilePath === null) toast.error(t('mine.mapDataRequired'))
    else onOpenEditor(id)
  }
  return (
    <>
      <PageHeader title={t('mine.title')} />
      <MapList
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
            <Button size="sm" onClick={() => open(map)}>
              {t('mine.transform')}
            </Button>
          </span>
        )}
        onOpenEditor={onOpenEditor}
      />
    </>
  )
}
