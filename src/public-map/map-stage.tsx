import { IconFocusCentered, IconMaximize, IconMinimize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicMap } from '../../contract/api/public-map.ts'
import { BasePane } from '../map/base-pane.tsx'
import type { BasePaneHandle, Overlay } from '../map/pane-props.ts'
import { usePyramid } from '../map/use-pyramids.ts'
import { useTileTrouble } from '../map/use-tile-trouble.ts'
import { asLanguage } from '../ui/i18n/language.ts'
import { shownTheme } from '../ui/lay-themes.ts'
import { CompareButton } from './compare-button.tsx'
import { OpacityRange } from './opacity-range.tsx'
import { StageTool } from './stage-tool.tsx'
import { useBaseMaps } from './use-base-maps.ts'
import classes from './map-stage.module.css'

export interface MapStageProps {
  readonly title: string
  readonly overlay: NonNullable<PublicMap['overlay']>
  /** The map rests until it is pressed: the page around it scrolls past, by fingers, wheel and keys. */
  readonly restsFirst: boolean
}

/** As MapLibre decides it. */
const ZOOM_KEY = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'
const FIT = { padding: 24, durationMs: 250 }
const PADDING = { top: 16, right: 64, bottom: 64, left: 16 }

/** Whether an element fills the screen, and how to change that; null where the browser lets none. */
function useFullScreen(element: () => HTMLElement | null): { isFull: boolean; toggle: () => void } | null {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  if (!document.fullscreenEnabled) return null
  const toggle = () =>
    // Refused where the page around does not allow it: it stays as it is.
    void (isFull ? document.exitFullscreen() : element()?.requestFullscreen())?.catch(() => undefined)
  return { isFull, toggle }
}

/** The published map over today's, with its opacity, a line to compare by, and the whole screen. */
export function MapStage({ title, overlay, restsFirst }: MapStageProps) {
  const { t, i18n } = useTranslation('public')
  const stage = useRef<HTMLDivElement>(null)
  const pane = useRef<BasePaneHandle>(null)
  const moveButton = useRef<HTMLButtonElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [opacity, setOpacity] = useState(1)
  // Both maps at once are what people come for; in another page the map itself.
  const [isSwiping, setSwiping] = useState(!restsFirst)
  const [isAwake, setAwake] = useState(!restsFirst)
  const [isBusy, setBusy] = useState(true)
  const baseMaps = useBaseMaps(attempt)
  const file = usePyramid(overlay.path, attempt, 'signed')
  const tiles = useTileTrouble()
  const fullScreen = useFullScreen(() => stage.current)
  const overlays = useMemo(
    (): Overlay[] => (file.status === 'open' ? [{ kind: 'file', raster: file.pyramid }] : []),
    [file],
  )
  const box = overlay.corners
  useEffect(() => {
    if (!restsFirst || !isAwake) return undefined
    const rest = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setAwake(false)
      moveButton.current?.focus()
    }
    document.addEventListener('keydown', rest)
    return () => document.removeEventListener('keydown', rest)
  }, [restsFirst, isAwake])
  if (baseMaps === 'failed' || file.status === 'failed')
    return (
      <div className={classes.notice} role="alert">
        <p>{t('stage.failed')}</p>
        <button type="button" onClick={() => setAttempt(attempt + 1)}>
          {t('retry')}
        </button>
      </div>
    )
  return (
    <div
      ref={stage}
      className={classes.stage}
      data-busy={isBusy || overlays.length === 0}
      data-resting={!isAwake}
    >
      <div className={classes.pane}>
        {baseMaps ? (
          <BasePane
            ref={pane}
            label={t('stage.pane', { title })}
            theme={shownTheme()}
            interactive={isAwake}
            baseMap={{ baseMaps, layer: 'streets', labels: false, language: asLanguage(i18n.language) }}
            padding={PADDING}
            yieldsToPage={
              restsFirst || fullScreen?.isFull
                ? null
                : { touchHint: t('stage.touchHint'), wheelHint: t('stage.wheelHint', { key: ZOOM_KEY }) }
            }
            initialBox={box}
            overlays={overlays}
            overlayOpacity={opacity}
            comparison={isSwiping ? { kind: 'swipe', label: t('stage.swipeLine') } : null}
            {...tiles.props}
            onBusyChange={setBusy}
          />
        ) : null}
      </div>
      {overlays.length === 0 ? (
        <p role="status" className={classes.loading}>
          {t('stage.loading')}
        </p>
      ) : null}
      {tiles.trouble.size > 0 ? (
        <div className={classes.notice} role="alert">
          <p>{t('stage.parts')}</p>
          <button type="button" onClick={tiles.retry}>
            {t('retry')}
          </button>
        </div>
      ) : null}
      <div role="group" aria-label={t('stage.tools')} className={classes.tools}>
        <StageTool label={t('stage.zoomIn')} icon={IconPlus} onPress={() => pane.current?.zoomBy(1)} />
        <StageTool label={t('stage.zoomOut')} icon={IconMinus} onPress={() => pane.current?.zoomBy(-1)} />
        <StageTool
          label={t('stage.fit')}
          icon={IconFocusCentered}
          onPress={() => pane.current?.fitBox(box, FIT)}
        />
        {fullScreen ? (
          <StageTool
            label={t(fullScreen.isFull ? 'stage.leaveFullScreen' : 'stage.fullScreen')}
            icon={fullScreen.isFull ? IconMinimize : IconMaximize}
            onPress={fullScreen.toggle}
          />
        ) : null}
      </div>
      <div className={classes.bar}>
        <OpacityRange opacity={opacity} onChange={setOpacity} />
        <CompareButton
          isOn={isSwiping}
          onPress={() => {
            setSwiping(!isSwiping)
            if (!isSwiping) setAwake(true)
          }}
        />
        {restsFirst ? (
          <button ref={moveButton} type="button" aria-pressed={isAwake} onClick={() => setAwake(!isAwake)}>
            {t(isAwake ? 'stage.rest' : 'stage.move')}
          </button>
        ) : null}
      </div>
    </div>
  )
}
