import { VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPoint } from '../../../contract/control-points.ts'
import { boxAroundAll } from '../../geometry/boxes.ts'
import { visibleBox, type MapBox } from '../../geometry/camera.ts'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import type { BaseMapProps, PaneTheme } from '../../map/pane-props.ts'
import { announce } from '../../ui/announce.ts'
import { useIsMobile, useIsShort } from '../../ui/use-is-mobile.ts'
import { withoutMap } from '../model/shown-stack.ts'
import { useGoneMaps } from '../session/use-gone-maps.ts'
import { useShownMaps } from '../session/use-shown-maps.ts'
import { GoneNotice } from '../stage/stage-notices.tsx'
import { useOutlinePicks } from '../session/use-outline-picks.ts'
import { type LinkTo, useShareView } from '../session/use-share-view.ts'
import { useViewerCamera } from '../session/use-viewer-camera.ts'
import type { ChangeViewer, ViewerState } from '../model/viewer-state.ts'
import { withMapsOfPane, withoutPanes, withPaneCount, withYearOfPane } from '../model/pane-changes.ts'
import { showsAll } from './maps-in-view.ts'
import { PanesBar } from './panes-bar.tsx'
import { SidePane } from './side-pane.tsx'
import { panesCommand } from './side-by-side-key.ts'
import classes from './side-by-side.module.css'
import { useSameView } from './use-same-view.ts'
import { EMPTY_PANE, MOST_PANES } from '../model/viewed-panes.ts'

export interface SideBySideProps {
  readonly state: ViewerState
  readonly baseMap: BaseMapProps
  readonly theme: PaneTheme
  /** The panes come in the place of the one map, whose camera need not suit them. */
  readonly isOpening: boolean
  readonly onChange: ChangeViewer
  readonly linkTo: LinkTo
}

const ZOOM_MS = 250
/** Clear of the names of the panes. */
const FIT = { padding: { top: 64, right: 24, bottom: 24, left: 24 }, maxZoom: zoomOfLevel(18) }

/** Two to four panes of the same part of the world, each with its own maps; they move together. */
export function SideBySide(props: SideBySideProps) {
  const { state, baseMap, theme, onChange, linkTo } = props
  const { t } = useTranslation(['viewer', 'common'])
  const isPhone = useIsMobile()
  const isShort = useIsShort()
  const isSmall = isPhone || isShort
  // What a small window has no room for stays in the address.
  const panes = (state.panes ?? [EMPTY_PANE, EMPTY_PANE]).slice(0, isSmall ? 2 : MOST_PANES)
  const stage = useRef<HTMLDivElement>(null)
  const view = useSameView()
  const [bearing, setBearing] = useState(state.camera?.bearing ?? 0)
  const [seen, setSeen] = useState<MapBox | null>(null)
  const [pointed, setPointed] = useState<{ readonly at: number; readonly place: MapPoint } | null>(null)
  const [areOutlinesVisible, setOutlinesVisible] = useState(false)
  const [hasCross, setCross] = useState(false)
  const pickOutline = useOutlinePicks()

  const shownIds = new Set(panes.flatMap(({ maps }) => maps))
  const { tiffUrl: _file, ...stateOfMaps } = state
  const { maps, retry } = useShownMaps({
    ...stateOfMaps,
    pinned: state.pinned.filter(({ id }) => shownIds.has(id)),
    selectedId: null,
    soloId: null,
  })
  const gone = useGoneMaps(maps, (ids) => onChange((last) => ids.reduce(withoutMap, last), false))
  const choose = (next: (last: ViewerState) => ViewerState) => onChange(next, true)
  const leave = () => choose(withoutPanes)

  const cameraMoved = useViewerCamera(view.lead, state.camera, (camera, isOther) => {
    const element = stage.current?.querySelector('section')
    if (element) setSeen(visibleBox(camera, { width: element.clientWidth, height: element.clientHeight }))
    if (isOther) onChange((last) => ({ ...last, camera }), false)
  })

  /** All maps are shown at first: without a place in the address, and where the one map's view does not show them here. */
  const isToFit = useRef(props.isOpening || state.camera === null)
  useEffect(() => {
    const [pane, camera] = [stage.current?.querySelector('section'), view.lead.current?.camera()]
    const isKnown = maps.every(({ box, status }) => box !== null || status.kind !== 'loading')
    if (!isToFit.current || !isKnown || maps.length === 0 || !pane || !camera) return
    isToFit.current = false
    const boxes = maps.flatMap(({ box }) => box ?? [])
    const box = boxAroundAll(boxes)
    const size = { width: pane.clientWidth, height: pane.clientHeight }
    if (box && (state.camera === null || !showsAll(visibleBox(camera, size), boxes)))
      view.lead.current?.fitBox(box, FIT)
  })

  const takeFocus = useEffectEvent(() => view.paneAt(0)?.focus())
  useEffect(() => {
    // What opened the panes is gone. A pane can take the focus once it is drawn.
    const frame = requestAnimationFrame(() => takeFocus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const toggleOutlines = () => {
    setOutlinesVisible(!areOutlinesVisible)
    announce(t(areOutlinesVisible ? 'map.outlinesHidden' : 'map.outlinesShown'))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, currentTarget } = event
    if (!(target instanceof Element) || !currentTarget.contains(target) || event.defaultPrevented) return
    const command = panesCommand(event, target.getAttribute('role') === 'application')
    switch (command?.kind) {
      case 'leave':
        return leave()
      case 'outlines':
        return toggleOutlines()
      case 'cross':
        return setCross(!hasCross)
      case 'focus':
        return view.paneAt(command.at)?.focus()
    }
  }
  const share = useShareView(linkTo, maps)
  const shareView = () => share({ ...state, camera: view.lead.current?.camera() ?? state.camera })

  return (
    // The keys of the panes, which bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.page} onKeyDown={onKeyDown}>
      {isPhone ? null : <VisuallyHidden component="h1">{t('common:page.publicMaps')}</VisuallyHidden>}
      <PanesBar
        isSmall={isSmall}
        count={panes.length}
        bearing={bearing}
        areOutlinesVisible={areOutlinesVisible}
        hasCross={hasCross}
        onLeave={leave}
        onCount={(count) => choose((last) => withPaneCount(last, count))}
        onZoom={(levels) => view.lead.current?.zoomBy(levels, ZOOM_MS)}
        onResetBearing={() => view.lead.current?.resetBearing()}
        onOutlines={toggleOutlines}
        onCross={() => setCross(!hasCross)}
        onShare={shareView}
      />
      {gone.titles.length > 0 ? (
        <div className={classes.gone}>
          <GoneNotice titles={gone.titles} onClose={gone.forget} />
        </div>
      ) : null}
      <div ref={stage} className={classes.panes} data-count={panes.length} data-small={isSmall}>
        {panes.map((pane, at) => (
          <SidePane
            // Panes are told apart by their place alone.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            onHandle={view.setHandle}
            number={at + 1}
            pane={pane}
            state={state}
            maps={maps.filter(({ id }) => pane.maps.includes(id))}
            baseMap={baseMap}
            theme={theme}
            isPhone={isPhone}
            isLast={at === panes.length - 1}
            seen={seen}
            areOutlinesVisible={areOutlinesVisible}
            hasCross={hasCross}
            pointed={pointed && pointed.at !== at ? pointed.place : null}
            onCameraChange={(camera) => {
              const isLeading = view.follow(at, camera)
              if (isLeading) setBearing(camera.bearing)
              // The first view of the first pane as well: what lies there is offered.
              if (isLeading || at === 0) cameraMoved()
            }}
            onPointerPlace={(place) =>
              setPointed((last) => (place ? { at, place } : last?.at === at ? null : last))
            }
            onOutlinePress={(ids, css) => {
              const pick = pickOutline(ids, css)
              if (!pick) return
              choose((last) => withMapsOfPane(last, at, [pick.id]))
              announce(pick.count > 1 ? t('map.picked', { place: pick.place, count: pick.count }) : '')
            }}
            onMaps={(ids) => choose((last) => withMapsOfPane(last, at, ids))}
            onYear={(year) => {
              if (year !== null) setOutlinesVisible(true)
              choose((last) => withYearOfPane(last, at, year))
            }}
            onRetry={retry}
          />
        ))}
      </div>
    </div>
  )
}
