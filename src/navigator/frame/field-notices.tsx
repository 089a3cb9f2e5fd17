import { Button, Loader } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { besideBox } from '../../geometry/boxes.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { geodesicMetres } from '../../geometry/ground-distance.ts'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import type { PositionReading } from '../../places/watch-position.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CompassTrouble } from '../compass/compass-widget.tsx'
import { formatAway } from '../../places/length-text.ts'
import { isWithin } from '../session/field-camera.ts'
import { measuringAtom } from '../session/measuring.ts'
import { useNavigator } from '../session/navigator-context.ts'
import {
  chooseOverlayKindAtom,
  overlayKindAtom,
  panelAtom,
  retryOverlayAtom,
} from '../model/navigator-model.ts'
import { useTileErrorNotice } from '../session/use-tile-error-notice.ts'
import { readingAtom, reportedProblemAtom } from '../model/position-atoms.ts'
import { giveLog } from '../recorder/give-log.ts'
import { isLogUnsavedAtom, recordedAtom } from '../model/recorded-atoms.ts'
import { useIsAway } from '../session/use-is-away.ts'
import { Notice } from '../parts/notice.tsx'
import classes from './field-notices.module.css'

const PROBLEMS = {
  notSupported: ['geolocationNotSupported', 'geolocationNotSupportedHelp'],
  denied: ['unableToRetrieveLocation', 'geolocationDeniedHelp'],
  unavailable: ['unableToRetrieveLocation', 'unableToRetrieveLocationHelp'],
} as const

/** What stands in the way, each with the ways on; what has been read can be put away until it changes. */
export function FieldNotices() {
  const { t, i18n } = useTranslation(['navigator', 'common'])
  const { page, session, field, isLoading } = useNavigator()
  const { watch, recorder, camera } = session
  const panel = useAtomValue(panelAtom)
  const isMeasuring = useAtomValue(measuringAtom) !== null
  const reading = useAtomValue(readingAtom)
  const problem = useAtomValue(reportedProblemAtom)
  const { log } = useAtomValue(recordedAtom)
  // The panel of the track says so itself.
  const isUnsaved = useAtomValue(isLogUnsavedAtom) && panel !== 'track'
  const [kind, chooseKind] = [useAtomValue(overlayKindAtom), useSetAtom(chooseOverlayKindAtom)]
  const retryOverlay = useSetAtom(retryOverlayAtom)
  const missingParts = useTileErrorNotice(useIsAway())
  const fault = page.recordFault ?? field.fault
  const { box } = field
  const far = reading && box && !isWithin(box, reading) ? { box, reading } : null
  const [away, setAway] = useState<readonly string[]>([])
  const dismiss = (key: string) => () => setAway([...away, key])
  // Once it is over, the next time it is told again.
  const over = [!isUnsaved && 'unsaved', !missingParts && 'parts'].find((key) => key && away.includes(key))
  if (over) setAway(away.filter((key) => key !== over))
  const choose = (
    <ButtonLink to="/main" variant="default" mih={44}>
      {t('overlay.choose')}
    </ButtonLink>
  )
  const shows = (key: string) => !away.includes(key)
  const saveTrack = () => {
    giveLog(page.userId, log, 'gpx').catch(() => toast.error(t('common:fileNotSaved')))
  }
  const retryMap = () => {
    if (page.recordFault) page.onRetryRecord()
    retryOverlay()
  }
  return (
    <div className={classes['notices']} data-beside={isMeasuring || (panel !== null && panel !== 'compass')}>
      <CompassTrouble />
      {isUnsaved && shows('unsaved') ? (
        <Notice
          tone="red"
          title={t('track.unkeptTitle')}
          text={t('track.unkept')}
          actions={
            <>
              <Button variant="default" mih={44} onClick={saveTrack}>
                {t('track.gpx')}
              </Button>
              <Button variant="default" mih={44} onClick={recorder.writeAgain}>
                {t('common:action.retry')}
              </Button>
            </>
          }
          onDismiss={dismiss('unsaved')}
        />
      ) : null}
      {problem && shows(problem) ? (
        <Notice
          tone="red"
          title={t(PROBLEMS[problem][0])}
          text={t(PROBLEMS[problem][1])}
          actions={
            problem === 'notSupported' ? undefined : (
              <Button variant="default" mih={44} onClick={watch.restart}>
                {t('common:action.retry')}
              </Button>
            )
          }
          onDismiss={dismiss(problem)}
        />
      ) : null}
      {fault && shows(fault) ? (
        <Notice
          tone="red"
          title={t(`fault.${fault}`)}
          text={t(`fault.${fault}Help`)}
          actions={
            <>
              {kind !== 'file' ? (
                <Button variant="default" mih={44} onClick={() => chooseKind('file')}>
                  {t('fault.published')}
                </Button>
              ) : null}
              <Button variant="default" mih={44} onClick={retryMap}>
                {t('common:action.retry')}
              </Button>
              {choose}
            </>
          }
          onDismiss={dismiss(fault)}
        />
      ) : null}
      {missingParts && shows('parts') ? (
        <Notice
          tone="red"
          title={t('fault.parts')}
          text={t('fault.partsHelp')}
          actions={
            <Button variant="default" mih={44} onClick={missingParts.onRetry}>
              {t('common:action.retry')}
            </Button>
          }
          onDismiss={dismiss('parts')}
        />
      ) : null}
      {page.record !== null && field.status === 'none' && shows('none') ? (
        <Notice
          tone="plain"
          title={t('fault.none')}
          text={t('fault.noneHelp')}
          actions={choose}
          onDismiss={dismiss('none')}
        />
      ) : null}
      {isLoading && !fault ? (
        <div className={classes['loading']} role="status">
          <Loader size="sm" />
          {t('overlay.loading')}
        </div>
      ) : null}
      {far && !isLoading && shows('far') ? (
        <Notice
          tone="plain"
          title={t('far.title', { distance: formatAway(distanceTo(far), i18n.language) })}
          actions={
            <>
              <Button variant="default" mih={44} onClick={() => camera.goHere(far.reading)}>
                {t('far.position')}
              </Button>
              <Button variant="default" mih={44} onClick={() => camera.showBox(far.box)}>
                {t('far.map')}
              </Button>
            </>
          }
          onDismiss={dismiss('far')}
        />
      ) : null}
    </div>
  )
}

/** From the position to the nearest place of the box. */
function distanceTo({ box, reading }: { readonly box: MapBox; readonly reading: PositionReading }): number {
  const [x, y] = besideBox(lonLatToMercator(reading.lon, reading.lat), box)
  const nearest = [
    Math.min(box.maxX, Math.max(box.minX, x)),
    Math.min(box.maxY, Math.max(box.minY, y)),
  ] as const
  return geodesicMetres([x, y], nearest)
}
