import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapBox } from '../../geometry/camera.ts'
import { geodesicMetres } from '../../geometry/ground-distance.ts'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import type { PositionProblem, PositionReading } from '../../places/watch-position.ts'
import { ButtonLink } from '../../ui/links.tsx'
import type { Compass } from '../compass/compass.ts'
import { CompassTrouble } from '../compass/compass-widget.tsx'
import { formatAway } from '../../places/length-text.ts'
import type { OverlayFault } from '../overlay/use-field-overlay.ts'
import { Notice } from './notice.tsx'
import classes from './field-notices.module.css'

interface FieldNoticesProps {
  readonly compass: Compass
  /** The compass says by itself what it has to say. */
  readonly isCompassOpen: boolean
  /** A sheet is open: in a low window it stands where the notices would. */
  readonly isSheetOpen: boolean
  readonly positionProblem: PositionProblem | null
  readonly onRetryPosition: () => void
  readonly overlayFault: OverlayFault | null
  /** It is not the published file that failed. */
  readonly hasOtherKind: boolean
  readonly onPublished: () => void
  readonly onRetryOverlay: () => void
  /** Parts of the old map could not be read; null: all can, or there is no line to read them by. */
  readonly missingParts: { readonly onRetry: () => void } | null
  /** The map exists and has not been transformed. */
  readonly hasNoOverlay: boolean
  readonly isLoading: boolean
  /** What is recorded is in memory alone; null: the device has it. */
  readonly unkept: { readonly onSave: () => void; readonly onRetry: () => void } | null
  /** The position lies off the old map. */
  readonly far: { readonly box: MapBox; readonly reading: PositionReading } | null
  readonly onShowMap: () => void
  readonly onShowPosition: () => void
}

const PROBLEMS = {
  notSupported: ['geolocationNotSupported', 'geolocationNotSupportedHelp'],
  denied: ['unableToRetrieveLocation', 'geolocationDeniedHelp'],
  unavailable: ['unableToRetrieveLocation', 'unableToRetrieveLocationHelp'],
} as const

/** What stands in the way, each with the ways on; what has been read can be put away until it changes. */
export function FieldNotices(props: FieldNoticesProps) {
  const { t, i18n } = useTranslation(['navigator', 'common'])
  const [away, setAway] = useState<readonly string[]>([])
  const dismiss = (key: string) => () => setAway([...away, key])
  const { positionProblem: problem, overlayFault: fault, far, unkept, missingParts } = props
  // Once it is over, the next time it is told again.
  const over = [!unkept && 'unkept', !missingParts && 'parts'].find((key) => key && away.includes(key))
  if (over) setAway(away.filter((key) => key !== over))
  const choose = (
    <ButtonLink to="/main" variant="default" mih={44}>
      {t('overlay.choose')}
    </ButtonLink>
  )
  const shows = (key: string) => !away.includes(key)
  return (
    <div className={classes['notices']} data-beside={props.isSheetOpen}>
      <CompassTrouble compass={props.compass} isOpen={props.isCompassOpen} />
      {unkept && shows('unkept') ? (
        <Notice
          tone="red"
          title={t('track.unkeptTitle')}
          text={t('track.unkept')}
          actions={
            <>
              <Button variant="default" mih={44} onClick={unkept.onSave}>
                {t('track.gpx')}
              </Button>
              <Button variant="default" mih={44} onClick={unkept.onRetry}>
                {t('common:action.retry')}
              </Button>
            </>
          }
          onDismiss={dismiss('unkept')}
        />
      ) : null}
      {problem && shows(problem) ? (
        <Notice
          tone="red"
          title={t(PROBLEMS[problem][0])}
          text={t(PROBLEMS[problem][1])}
          actions={
            problem === 'notSupported' ? undefined : (
              <Button variant="default" mih={44} onClick={props.onRetryPosition}>
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
              {props.hasOtherKind ? (
                <Button variant="default" mih={44} onClick={props.onPublished}>
                  {t('fault.published')}
                </Button>
              ) : null}
              <Button variant="default" mih={44} onClick={props.onRetryOverlay}>
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
      {props.hasNoOverlay && shows('none') ? (
        <Notice
          tone="plain"
          title={t('fault.none')}
          text={t('fault.noneHelp')}
          actions={choose}
          onDismiss={dismiss('none')}
        />
      ) : null}
      {props.isLoading && !fault ? (
        <div className={classes['loading']} role="status">
          <Loader size="sm" />
          {t('overlay.loading')}
        </div>
      ) : null}
      {far && !props.isLoading && shows('far') ? (
        <Notice
          tone="plain"
          title={t('far.title', { distance: formatAway(distanceTo(far), i18n.language) })}
          actions={
            <>
              <Button variant="default" mih={44} onClick={props.onShowPosition}>
                {t('far.position')}
              </Button>
              <Button variant="default" mih={44} onClick={props.onShowMap}>
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
function distanceTo({ box, reading }: NonNullable<FieldNoticesProps['far']>): number {
  const [x, y] = lonLatToMercator(reading.lon, reading.lat)
  const nearest = [
    Math.min(box.maxX, Math.max(box.minX, x)),
    Math.min(box.maxY, Math.max(box.minY, y)),
  ] as const
  return geodesicMetres([x, y], nearest)
}
