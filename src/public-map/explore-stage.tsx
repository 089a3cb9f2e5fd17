import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedMap } from '../../contract/api/linked-catalog.ts'
import type { PublicMap } from '../../contract/api/public-map.ts'
import type { MapPoint } from '../../contract/control-points.ts'
import { type BaseCamera, type MapBox, sidesOf, visibleBox } from '../geometry/camera.ts'
import { BasePane } from '../map/base-pane.tsx'
import type { BasePaneHandle, Overlay } from '../map/pane-props.ts'
import { useRasterFiles } from '../map/use-raster-files.ts'
import { useTileTrouble } from '../map/use-tile-trouble.ts'
import { shownTheme } from '../ui/lay-themes.ts'
import { asLanguage } from '../ui/i18n/language.ts'
import { CompareButton } from './compare-button.tsx'
import classes from './map-stage.module.css'
import { OpacityRange } from './opacity-range.tsx'
import { StageTool } from './stage-tool.tsx'
import { useBaseMaps } from './use-base-maps.ts'

/** A map that lies over today's. */
export interface LaidMap {
  readonly map: PublicMap
  /** 0 to 1. */
  readonly opacity: number
}

/** A move of the map. */
export interface StageMove {
  readonly camera: BaseCamera
  /** What is seen then. */
  readonly box: MapBox
  /** By hand or by a button of the map, and not because something was chosen elsewhere. */
  readonly isOwn: boolean
}

export interface ExploreStageProps {
  readonly pane: RefObject<BasePaneHandle | null>
  /** From bottom to top. */
  readonly maps: readonly LaidMap[]
  /** Those whose boxes are drawn, and found by a press. */
  readonly listed: readonly LinkedMap[]
  readonly isCompared: boolean
  /** What is seen at first; both null: Europe. */
  readonly initialCamera: BaseCamera | null
  readonly initialBox: MapBox | null
  readonly onChoose: (id: string) => void
  readonly onCompare: () => void
  /** Of the uppermost map. */
  readonly onOpacity: (opacity: number) => void
  readonly onMove: (move: StageMove) => void
}

const FIT = { padding: 24, durationMs: 250 }
/** Clear of the buttons and of the slider. */
const PADDING = { top: 16, right: 64, bottom: 72, left: 16 }

/** Public maps over today's: opacity of the uppermost, a line to compare by, where the others lie. */
export function ExploreStage(props: ExploreStageProps) {
  const { pane, maps, listed, isCompared, initialCamera, initialBox } = props
  const { t, i18n } = useTranslation(['explore', 'public'])
  const stage = useRef<HTMLDivElement>(null)
  const isMovedByButton = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(true)
  const [isOver, setOver] = useState(false)
  const baseMaps = useBaseMaps(attempt)
  const tiles = useTileTrouble(() => setAttempt(attempt + 1))
  const placed = maps.flatMap(({ map: { id, title, overlay }, opacity }) =>
    overlay ? [{ id, title, opacity, path: overlay.path, box: overlay.corners }] : [],
  )
  const fileOf = useRasterFiles(
    placed.map(({ path }) => path),
    attempt,
  )
  const files = placed.map(({ path }) => fileOf(path))
  const overlays = placed.flatMap(({ opacity }, at): Overlay[] => {
    const raster = files[at]
    const isOpen = raster !== undefined && raster !== 'opening' && !(raster instanceof Error)
    return isOpen ? [{ kind: 'file', raster, opacity }] : []
  })
  const hasFailed = baseMaps === 'failed' || files.some((file) => file instanceof Error)
  const isOpening = files.some((file) => file === undefined || file === 'opening')
  const top = placed.at(-1)
  const laidIds = placed.map(({ id }) => id).join()
  const boxes = useMemo(() => boxesOf(listed, new Set(laidIds.split(','))), [listed, laidIds])
  const idAt = ([x, y]: MapPoint) =>
    boxes.maps.find(({ box: { minX, minY, maxX, maxY } }) => x >= minX && x <= maxX && y >= minY && y <= maxY)
      ?.id
  const zoomBy = (levels: number) => {
    isMovedByButton.current = true
    pane.current?.zoomBy(levels)
  }
  const move = (camera: BaseCamera, byUser: boolean) => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
    const isOwn = byUser || isMovedByButton.current
    props.onMove({ camera, box: visibleBox(camera, { width, height }), isOwn })
  }
  return (
    <div ref={stage} className={classes.stage} data-busy={isBusy || isOpening} data-drawn={overlays.length}>
      <div className={classes.pane}>
        {baseMaps && baseMaps !== 'failed' ? (
          <BasePane
            ref={pane}
            label={t('stage')}
            theme={shownTheme()}
            baseMap={{ baseMaps, layer: 'streets', labels: true, language: asLanguage(i18n.language) }}
            padding={PADDING}
            {...(initialCamera && { initialCamera })}
            {...(initialBox && { initialBox })}
            overlays={overlays}
            comparison={isCompared && top ? { kind: 'swipe', label: t('public:stage.swipeLine') } : null}
            boundary={boxes.rings}
            cursor={isOver ? 'pointer' : 'grab'}
            {...tiles.props}
            onPointerPlace={(place) => setOver(place !== null && idAt(place) !== undefined)}
            onPress={(place) => {
              const id = idAt(place)
              if (id !== undefined) props.onChoose(id)
            }}
            onCameraChange={move}
            onBusyChange={(busy) => {
              setBusy(busy)
              if (!busy) isMovedByButton.current = false
            }}
          />
        ) : null}
      </div>
      {isOpening ? (
        <p role="status" className={classes.loading}>
          {t('public:stage.loading')}
        </p>
      ) : null}
      {hasFailed || tiles.trouble.size > 0 ? (
        <div className={classes.notice} role="alert">
          <p>{t(hasFailed ? 'public:stage.failed' : 'public:stage.parts')}</p>
          <button type="button" onClick={tiles.retry}>
            {t('public:retry')}
          </button>
        </div>
      ) : null}
      <div role="group" aria-label={t('public:stage.tools')} className={classes.tools}>
        <StageTool label={t('public:stage.zoomIn')} icon={IconPlus} onPress={() => zoomBy(1)} />
        <StageTool label={t('public:stage.zoomOut')} icon={IconMinus} onPress={() => zoomBy(-1)} />
        {top ? (
          <StageTool
            label={t('public:stage.fit')}
            icon={IconFocusCentered}
            onPress={() => pane.current?.fitBox(top.box, FIT)}
          />
        ) : null}
      </div>
      {top ? (
        <div className={classes.bar}>
          <OpacityRange opacity={top.opacity} onChange={props.onOpacity} />
          <CompareButton isOn={isCompared} onPress={props.onCompare} />
        </div>
      ) : null}
    </div>
  )
}

/** The boxes of maps as closed lines, and the maps that a press means, the smallest first. */
function boxesOf(listed: readonly LinkedMap[], laidIds: ReadonlySet<string>) {
  const maps = listed.flatMap(({ id, corners }) =>
    corners && !laidIds.has(id) ? [{ id, box: corners }] : [],
  )
  const area = ({ box: { minX, minY, maxX, maxY } }: (typeof maps)[number]) => (maxX - minX) * (maxY - minY)
  const lines = maps.map(({ box }) => sidesOf(box))
  return {
    maps: maps.toSorted((a, b) => area(a) - area(b)),
    rings: {
      coordinates: Float64Array.from(lines.flat(2)),
      ringEnds: Uint32Array.from(lines, (line, at) => line.length * (at + 1)),
    },
  }
}
