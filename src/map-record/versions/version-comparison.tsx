import { Loader } from '@mantine/core'
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapVersionWithPoints } from '../../../contract/api/transform.ts'
import { errorText } from '../../api/api-error.ts'
import { documentOfRecord } from '../../drafts/map-record-document.ts'
import { boxAroundAll } from '../../geometry/boxes.ts'
import type { MapBox } from '../../geometry/camera.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { useMapVersion } from '../../queries/version-queries.ts'
import { lazySection } from '../../ui/lazy-section.tsx'
import { ErrorState } from '../../ui/list-states.tsx'
import { ChangesTable } from './changes-table.tsx'
import { boxOfChange, pointChanges, type PointChange } from './point-changes.ts'
import { VersionFacts } from './version-facts.tsx'
import classes from './versions.module.css'

/** What draws maps is large, and comes when it is wanted. */
const ComparisonStage = lazySection(
  async () => (await import('./comparison-stage.tsx')).ComparisonStage,
  <div className={classes.stage} data-busy="true">
    <Loader />
  </div>,
)

const FIT = { padding: 30, durationMs: 250 }
const ZOOM_MS = 200
/** Ground about a point that is shown, as a part of the overlay's longer side. */
const MARGIN = 0.06

interface VersionComparisonProps {
  readonly mapId: string
  /** Number of the earlier overlay; null: the map had none. */
  readonly before: number | null
  readonly after: number
  /** Over the facts of each side. */
  readonly heads: { readonly before: ReactNode; readonly after: ReactNode }
}

/** Two overlays of a map: on the map, in figures, and point by point. */
export function VersionComparison({ mapId, before, after, heads }: VersionComparisonProps) {
  const { t } = useTranslation('versions')
  const [old, present] = [useMapVersion(mapId, before), useMapVersion(mapId, after)]
  const failed = [old, present].filter(({ isError }) => isError)
  const isLoaded = present.data && (before === null || old.data)
  return (
    <div className={classes.comparison}>
      <div className={classes.sides}>
        <div className={classes.side}>
          {heads.before}
          {before === null || old.data ? <VersionFacts version={old.data ?? null} /> : null}
        </div>
        <div className={classes.side}>
          {heads.after}
          {present.data ? <VersionFacts version={present.data} /> : null}
        </div>
      </div>
      {failed.length > 0 ? (
        <ErrorState
          title={t('failed')}
          text={errorText(failed[0]?.error)}
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      ) : isLoaded ? (
        <Compared
          key={`${before} ${after}`}
          before={before === null ? null : (old.data ?? null)}
          after={present.data}
        />
      ) : (
        <div className={classes.stage} data-busy="true">
          <Loader />
        </div>
      )}
    </div>
  )
}

interface ComparedProps {
  readonly before: MapVersionWithPoints | null
  readonly after: MapVersionWithPoints
}

function Compared({ before, after }: ComparedProps) {
  const pane = useRef<BasePaneHandle>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const compared = useMemo(
    () =>
      pointChanges(
        documentOfRecord({ transformation: before?.transformation ?? null }),
        documentOfRecord({ transformation: after.transformation }),
      ),
    [before, after],
  )
  const box = useMemo(() => boxAroundBoth(before?.corners, after.corners), [before, after])
  const margin = Math.max(box.maxX - box.minX, box.maxY - box.minY) * MARGIN
  const choose = useCallback(
    (change: PointChange) => {
      setChosenKey(change.key)
      const around = boxOfChange(change, margin)
      if (around) pane.current?.fitBox(around, FIT)
      // On a phone the map may have gone out of sight above the table.
      stage.current?.scrollIntoView({ block: 'nearest' })
    },
    [margin],
  )
  return (
    <>
      <div ref={stage} className={classes.place}>
        <ComparisonStage
          ref={pane}
          before={before}
          after={after}
          box={box}
          changes={compared.changes}
          chosenKey={chosenKey}
          onChoose={choose}
          onFit={() => pane.current?.fitBox(box, FIT)}
          onZoom={(levels) => pane.current?.zoomBy(levels, ZOOM_MS)}
        />
      </div>
      <ChangesTable {...compared} chosenKey={chosenKey} onChoose={choose} />
    </>
  )
}

const boxAroundBoth = (a: MapBox | undefined, b: MapBox): MapBox => boxAroundAll(a ? [a, b] : [b]) ?? b
