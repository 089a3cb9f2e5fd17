import { Button, Loader } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapVersion } from '../../../contract/api/transform.ts'
import { errorText } from '../../api/api-error.ts'
import { useMapVersions } from '../../queries/version-queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/list-states.tsx'
import { useIsMobile } from '../../ui/use-is-mobile.ts'
import { VersionComparison } from './version-comparison.tsx'
import { VersionSelect } from './version-select.tsx'
import classes from './versions.module.css'

interface VersionsDialogProps {
  readonly mapId: string
  readonly onClose: () => void
}

/** Any two overlays of a map beside one another. */
export function VersionsDialog(props: VersionsDialogProps) {
  return (
    <Suspense>
      <Versions {...props} />
    </Suspense>
  )
}

function Versions({ mapId, onClose }: VersionsDialogProps) {
  const { t } = useTranslation(['versions', 'common'])
  const isMobile = useIsMobile()
  const { data: versions, error, refetch } = useMapVersions(mapId)
  return (
    <Dialog opened onClose={onClose} title={t('title')} size={1100} fullScreen={isMobile}>
      {error ? (
        <ErrorState title={t('failed')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : versions ? (
        <Chosen mapId={mapId} versions={versions} />
      ) : (
        <Loader />
      )}
      <div className="dialog-footer">
        <Button variant="default" onClick={onClose}>
          {t('common:action.close')}
        </Button>
      </div>
    </Dialog>
  )
}

interface ChosenProps {
  readonly mapId: string
  /** Newest first. */
  readonly versions: readonly MapVersion[]
}

/** First the newest two are compared. */
function Chosen({ mapId, versions }: ChosenProps) {
  const { t } = useTranslation('versions')
  const [before, setBefore] = useState(versions[1]?.n ?? null)
  const [after, setAfter] = useState(versions[0]?.n ?? null)
  if (after === null) return <p className={classes.facts}>{t('none')}</p>
  return (
    <VersionComparison
      mapId={mapId}
      before={before}
      after={after}
      heads={{
        before: (
          <VersionSelect
            hasNone
            label={t('before')}
            versions={versions}
            value={before}
            onChange={setBefore}
          />
        ),
        after: <VersionSelect label={t('after')} versions={versions} value={after} onChange={setAfter} />,
      }}
    />
  )
}
