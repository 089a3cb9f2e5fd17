import { Button, Loader, useComputedColorScheme } from '@mantine/core'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useMemo, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapVersionWithPoints } from '../../../contract/api/transform.ts'
import type { MapPoint } from '../../../contract/control-points.ts'
import { unsignedPath } from '../../api/file-path.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { BasePane } from '../../map/base-pane.tsx'
import type { BasePaneHandle, Overlay, PaneAnchor } from '../../map/pane-props.ts'
import { useRasterFiles, type RasterFile } from '../../map/use-raster-files.ts'
import { useConfig } from '../../queries/use-config.ts'
import { asLanguage } from '../../ui/i18n/language.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './versions.module.css'
import type { PointChange } from './point-changes.ts'

/** Points marked on the map; the table has all. Each is an element of the page. */
const MOST_MARKED = 300
const ICON = { size: 20, stroke: 1.75 }
const PADDING = { top: 44, right: 64, bottom: 32, left: 24 }

interface ComparisonStageProps {
  readonly ref: Ref<BasePaneHandle>
  /** Null: the map had no overlay. */
  readonly before: MapVersionWithPoints | null
  readonly after: MapVersionWithPoints
  /** What is shown first, and by the button. */
  readonly box: MapBox
  readonly changes: readonly PointChange[]
  readonly chosenKey: string | null
  readonly onChoose: (change: PointChange) => void
  readonly onFit: () => void
  readonly onZoom: (levels: number) => void
}

const isFailed = (file: RasterFile | undefined) => file instanceof Error
const isLoaded = (file: RasterFile | undefined): file is Exclude<RasterFile, 'opening' | Error> =>
  file !== undefined && file !== 'opening' && !(file instanceof Error)

/** Two overlays of a map on either side of a line that can be moved, with the points that differ. */
export function ComparisonStage(props: ComparisonStageProps) {
  const { ref, before, after, box, changes, chosenKey, onChoose, onFit, onZoom } = props
  const { t, i18n } = useTranslation(['versions', 'common'])
  const theme = useComputedColorScheme('light')
  const settings = useConfig()
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(true)
  const paths = [before, after].map((version) => version && unsignedPath(version.transformedPath))
  const fileOf = useRasterFiles(
    paths.filter((path) => path !== null),
    attempt,
  )
  const files = paths.map((path) => (path === null ? undefined : fileOf(path)))
  const [old, present] = files
  const isComplete = paths.every((path, at) => path === null || isLoaded(files[at]))
  const overlays = useOverlays(isComplete, old, present)
  const anchors = useMemo(
    () => changes.slice(0, MOST_MARKED).flatMap((change) => marksOf(change, chosenKey, onChoose)),
    [changes, chosenKey, onChoose],
  )
  const ways = useMemo(
    () =>
      changes
        .slice(0, MOST_MARKED)
        .flatMap((change): MapPoint[][] =>
          change.kind === 'moved' && change.before && change.after
            ? [[change.before.map, change.after.map]]
            : [],
        ),
    [changes],
  )
  if (settings.isError || files.some(isFailed))
    return (
      <div className={classes.stage} role="alert">
        <p>{t('stage.failed')}</p>
        <Button
          variant="default"
          onClick={() => {
            setAttempt(attempt + 1)
            if (settings.isError) void settings.refetch()
          }}
        >
          {t('common:action.retry')}
        </Button>
      </div>
    )
  if (!settings.data)
    return (
      <div className={classes.stage} data-busy="true">
        <Loader />
      </div>
    )
  return (
    <div className={classes.stage} data-busy={isBusy || !isComplete} data-overlays={overlays.length}>
      <BasePane
        ref={ref}
        label={t('stage.pane')}
        theme={theme}
        baseMap={{
          baseMaps: settings.data.baseMaps,
          layer: 'streets',
          labels: false,
          language: asLanguage(i18n.language),
        }}
        padding={PADDING}
        initialBox={box}
        overlays={overlays}
        comparison={{ kind: 'swipe', label: t('stage.swipe'), side: 'right' }}
        tracks={ways}
        anchors={anchors}
        onBusyChange={setBusy}
      />
      <div className={classes.names} aria-hidden>
        <span>{before ? t('before') : t('stage.modern')}</span>
        <span>{t('after')}</span>
      </div>
      <div className={classes.tools}>
        <IconButton label={t('stage.zoomIn')} variant="default" tooltipSide="left" onClick={() => onZoom(1)}>
          <IconPlus {...ICON} />
        </IconButton>
        <IconButton
          label={t('stage.zoomOut')}
          variant="default"
          tooltipSide="left"
          onClick={() => onZoom(-1)}
        >
          <IconMinus {...ICON} />
        </IconButton>
        <IconButton label={t('stage.fit')} variant="default" tooltipSide="left" onClick={onFit}>
          <IconMaximize {...ICON} />
        </IconButton>
      </div>
    </div>
  )
}

const SIDES = [
  [0, 'second'],
  [1, 'first'],
] as const

/** Both together: alone, the earlier one would stand on the side of the later. */
function useOverlays(
  isComplete: boolean,
  old: RasterFile | undefined,
  present: RasterFile | undefined,
): readonly Overlay[] {
  return useMemo(
    () =>
      isComplete
        ? SIDES.flatMap(([at, comparedAs]): Overlay[] => {
            const raster = [old, present][at]
            return isLoaded(raster) ? [{ kind: 'file', raster, comparedAs }] : []
          })
        : [],
    [isComplete, old, present],
  )
}

/** The mark of a point, and of where it was before. The table says the same to those who see no map. */
function marksOf(
  change: PointChange,
  chosenKey: string | null,
  onChoose: (change: PointChange) => void,
): PaneAnchor<MapPoint>[] {
  const { key, kind, number, before, after } = change
  const isChosen = key === chosenKey
  const place = (after ?? before)?.map
  if (!place) return []
  const sign = kind === 'added' ? '+' : kind === 'removed' ? '−' : ''
  return [
    ...(kind === 'moved' && before
      ? [{ key: `${key} before`, place: before.map, content: <span className={classes.was} aria-hidden /> }]
      : []),
    {
      key,
      place,
      content: (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={classes.mark}
          data-kind={kind}
          data-chosen={isChosen}
          onClick={() => onChoose(change)}
        >
          {sign}
          {number}
        </button>
      ),
    },
  ]
}
