import { Button, Loader, useComputedColorScheme } from '@mantine/core'
import {
  IconMaximize,
  IconMinus,
  IconNavigation,
  IconPlus,
  IconRotate2,
  IconRotateClockwise2,
  type Icon,
} from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BasePane } from '../../map/base-pane.tsx'
import type { BasePaneHandle, Overlay } from '../../map/pane-props.ts'
import { isOpen, usePyramids } from '../../map/use-pyramids.ts'
import { useConfig } from '../../queries/use-config.ts'
import { asLanguage } from '../../ui/i18n/language.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ErrorState } from '../../ui/list-states.tsx'
import classes from './quick-view.module.css'
import {
  boxOfRasters,
  canChangeKind,
  firstKind,
  pathOf,
  placed,
  type FileKind,
  type ViewedMap,
  type ViewOrigin,
} from './viewed-maps.ts'

/** One press of a rotation button, in degrees. */
const TURN_DEGREES = 15
const EASE_MS = 250
/** What is fitted keeps clear of the buttons and of the attribution. CSS px. */
const CLEAR_OF_TOOLS = { top: 20, right: 64, bottom: 36, left: 20 }
const ICON = { size: 20, stroke: 1.75 }

interface ChoiceProps<Name extends string> {
  readonly label: string
  readonly names: readonly { readonly name: Name; readonly text: string }[]
  readonly current: Name
  readonly onChoose: (name: Name) => void
}

/** A few buttons of which one is pressed. */
function Choice<Name extends string>({ label, names, current, onChoose }: ChoiceProps<Name>) {
  return (
    <div role="group" aria-label={label} className={classes.choice}>
      {names.map(({ name, text }) => (
        <button key={name} type="button" aria-pressed={name === current} onClick={() => onChoose(name)}>
          {text}
        </button>
      ))}
    </div>
  )
}

interface DotsProps {
  readonly maps: readonly ViewedMap[]
  readonly current: number
  readonly onChoose: (index: number) => void
}

/** A dot for each map, and the name of the one that is shown. */
function Dots({ maps, current, onChoose }: DotsProps) {
  const { t } = useTranslation('maps')
  return (
    <div className={classes.dots}>
      <div role="group" aria-label={t('quickView.which')}>
        {maps.map(({ id, title }, index) => (
          <button
            key={id}
            type="button"
            aria-label={title}
            title={title}
            aria-current={index === current}
            onClick={() => onChoose(index)}
          />
        ))}
      </div>
      <span>{maps[current]?.title}</span>
    </div>
  )
}

interface ToolProps {
  readonly label: string
  readonly icon: Icon
  readonly onPress: () => void
}

/** A button over the view. */
function Tool({ label, icon: Picture, onPress }: ToolProps) {
  return (
    <IconButton label={label} variant="default" tooltipSide="left" onClick={onPress}>
      <Picture {...ICON} />
    </IconButton>
  )
}

export interface QuickViewProps {
  readonly maps: readonly ViewedMap[]
  readonly origin: ViewOrigin
}

/** Scans or overlays of maps in a view that turns: the scan on plain ground, overlays on the base map. */
export function QuickView({ maps, origin }: QuickViewProps) {
  const { t, i18n } = useTranslation(['maps', 'common'])
  const theme = useComputedColorScheme('light')
  const pane = useRef<BasePaneHandle>(null)
  const [kind, setKind] = useState<FileKind>(firstKind(origin))
  const [isTogether, setIsTogether] = useState(true)
  const [index, setIndex] = useState(0)
  const [bearing, setBearing] = useState(0)
  const [isBusy, setIsBusy] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const settings = useConfig()
  const opened = usePyramids(
    maps.map((map) => pathOf(map, kind)).filter((path) => path !== null),
    attempt,
  )
  const rasters = useMemo(() => {
    if (!opened) return null
    const wanted = isTogether || maps.length === 1 ? opened : opened.slice(index, index + 1)
    return wanted.filter(isOpen).map(placed)
  }, [opened, isTogether, index, maps.length])
  const overlays = useMemo(
    () => rasters?.map((raster): Overlay => ({ kind: 'file', raster })) ?? [],
    [rasters],
  )
  const box = useMemo(() => rasters && boxOfRasters(rasters), [rasters])
  const failures = opened?.filter((file) => !isOpen(file)).length ?? 0
  const isOnMap = opened?.some((file) => isOpen(file) && file.grid) ?? false

  useEffect(() => {
    if (box) pane.current?.fitBox(box, { durationMs: EASE_MS })
  }, [box])

  const retry = () => {
    setAttempt(attempt + 1)
    if (settings.isError) void settings.refetch()
  }
  if (settings.isError || opened?.length === failures)
    return <ErrorState title={t('quickView.failed')} onRetry={retry} />
  if (!settings.data || !opened || !box)
    return (
      <div className={classes.view} data-busy="true">
        <Loader />
      </div>
    )
  const turn = (degrees: number) => pane.current?.moveTo({ bearing: bearing + degrees }, EASE_MS)
  const isTurned = Math.abs(bearing) > 0.01
  return (
    <>
      <div className={classes.choices}>
        {canChangeKind(maps, origin) ? (
          <Choice
            label={t('quickView.kind')}
            names={[
              { name: 'converted', text: t('quickView.original') },
              { name: 'transformed', text: t('quickView.transformed') },
            ]}
            current={kind}
            onChoose={setKind}
          />
        ) : null}
        {maps.length > 1 ? (
          <>
            <Choice
              label={t('quickView.howMany')}
              names={[
                { name: 'all', text: t('quickView.all') },
                { name: 'one', text: t('quickView.one') },
              ]}
              current={isTogether ? 'all' : 'one'}
              onChoose={(name) => setIsTogether(name === 'all')}
            />
            {isTogether ? null : <Dots maps={maps} current={index} onChoose={setIndex} />}
          </>
        ) : null}
        {failures > 0 ? (
          <span role="alert" className={classes.partly}>
            {t('quickView.partly', { count: failures })}{' '}
            <Button size="compact-sm" variant="default" onClick={retry}>
              {t('common:action.retry')}
            </Button>
          </span>
        ) : null}
      </div>
      <div
        className={classes.view}
        data-busy={isBusy}
        data-bearing={bearing.toFixed(1)}
        data-files={overlays.length}
        data-ground={isOnMap ? 'map' : 'plain'}
      >
        <BasePane
          key={isOnMap ? 'map' : 'plain'}
          ref={pane}
          label={t('quickView.pane')}
          theme={theme}
          baseMap={
            isOnMap
              ? {
                  baseMaps: settings.data.baseMaps,
                  layer: 'streets',
                  labels: false,
                  language: asLanguage(i18n.language),
                }
              : null
          }
          attribution={isOnMap}
          padding={CLEAR_OF_TOOLS}
          initialBox={box}
          overlays={overlays}
          onCameraChange={(camera) => setBearing(camera.bearing)}
          onBusyChange={setIsBusy}
        />
        <div className={classes.tools}>
          <Tool label={t('quickView.turnLeft')} icon={IconRotate2} onPress={() => turn(TURN_DEGREES)} />
          <Tool
            label={t('quickView.turnRight')}
            icon={IconRotateClockwise2}
            onPress={() => turn(-TURN_DEGREES)}
          />
          <IconButton
            label={t('quickView.resetRotation')}
            variant="default"
            tooltipSide="left"
            disabled={!isTurned}
            onClick={() => pane.current?.resetBearing()}
          >
            <span style={{ display: 'flex', rotate: `${-bearing}deg` }}>
              <IconNavigation {...ICON} />
            </span>
          </IconButton>
          <hr />
          <Tool label={t('quickView.zoomIn')} icon={IconPlus} onPress={() => pane.current?.zoomBy(1)} />
          <Tool label={t('quickView.zoomOut')} icon={IconMinus} onPress={() => pane.current?.zoomBy(-1)} />
          <Tool
            label={t('quickView.fit')}
            icon={IconMaximize}
            onPress={() => pane.current?.fitBox(box, { durationMs: EASE_MS })}
          />
        </div>
      </div>
    </>
  )
}
