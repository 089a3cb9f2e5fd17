import { VisuallyHidden } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { visibleBox, type BaseCamera, type MapBox, sidesOf } from '../geometry/camera.ts'
import { zoomOfLevel } from '../geometry/zoom-levels.ts'
import { BasePane } from '../map/base-pane.tsx'
import type { BasePaneHandle } from '../map/pane-props.ts'
import type { FoundPlace } from '../places/found-place.ts'
import { PlaceSearchButton } from '../places/place-search-button.tsx'
import { useCatalogs } from '../queries/catalog-queries.ts'
import { useFoundTotal } from '../queries/found-total.ts'
import { useIsMobile, useIsShort } from '../ui/use-is-mobile.ts'
import { useLayer } from '../ui/use-layer.ts'
import { CatalogWays } from './catalog-ways.tsx'
import { FilterChips } from './chips/filter-chips.tsx'
import { MapControls } from './controls/map-controls.tsx'
import { useViewerTool } from './controls/use-viewer-tool.ts'
import { findRequest } from './find-request.ts'
import { ShownPanel } from './shown/shown-panel.tsx'
import { withPanes } from './side-by-side/pane-changes.ts'
import { LEAST_PANES, MOST_PANES } from './side-by-side/viewed-panes.ts'
import { stackOf, withAllInOrder, withBeside, withoutMap, withSelected } from './shown/shown-stack.ts'
import { useDrawnSaid } from './shown/use-drawn-said.ts'
import { useGoneMaps } from './shown/use-gone-maps.ts'
import { BAND_HOMES, focusHome } from './focus-homes.ts'
import { FILE_ID, shownName } from './shown/shown-name.ts'
import { useComparison } from './shown/use-comparison.ts'
import { useShownChanges } from './shown/use-shown-changes.ts'
import { useShownMaps } from './shown/use-shown-maps.ts'
import { GoneNotice, ToolNotice, TurnNotice, UnavailableNotice } from './stage-notices.tsx'
import { useOutlinePicks } from './use-outline-picks.ts'
import { useOutlineTiles } from './use-outline-tiles.ts'
import { useTileTrouble } from '../map/use-tile-trouble.ts'
import { useFirstFocus } from '../map/use-first-focus.ts'
import { useFit } from './use-fit.ts'
import { useShareView } from './use-share-view.ts'
import { useViewerCamera } from './use-viewer-camera.ts'
import { announce } from '../ui/announce.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { uppermost } from './shown/uppermost.ts'
import { useAskedPlace } from './place-menu/use-asked-place.ts'
import { useFading } from './shown/use-fading.ts'
import { openedMap } from './timeline/use-time-band.ts'
import { useAwaitedFit } from './use-awaited-fit.ts'
import { useCatalogStack } from './use-catalog-stack.ts'
import type { SeenView } from './list/use-viewer-list.ts'
import { ViewerSidebar } from './list/viewer-sidebar.tsx'
import { useKeptOpen } from './timeline/kept-open.ts'
import { TimeBand } from './timeline/time-band.tsx'
import type { ViewerFilters } from './viewer-filters.ts'
import { onStageKey } from './viewer-key.ts'
import classes from './viewer-page.module.css'
import type { ViewerStageProps } from './viewer-stage-props.ts'
import { cameraText, withSort, type ViewerState } from './viewer-state.ts'

const PlaceMenu = lazyOverlay(async () => (await import('./place-menu/place-menu.tsx')).PlaceMenu)

/** Where picking a found place brings the map; an area is seen as a whole. */
const FOUND = { level: 14, durationMs: 1000 }
const ZOOM_MS = 250

/** The map with its buttons, chips and the maps that are shown on it. */
export function ViewerStage(props: ViewerStageProps) {
  const { state, baseMap, theme, onChange } = props
  const { tab, catalogId, filters, selectedId, soloId, comparison } = state
  const { t } = useTranslation(['viewer', 'common'])
  const isPhone = useIsMobile()
  const isShort = useIsShort()
  const pane = useRef<BasePaneHandle>(null)
  const { stage, panel, padding, fit } = useFit(pane, isPhone)
  const [bearing, setBearing] = useState(0)
  const [view, setView] = useState<SeenView | null>(null)
  const [hoveredId, setHoveredId] = useState<string | null>(null)
  const [areOutlinesVisible, setOutlinesVisible] = useState(true)
  const [isSidebarOpen, setSidebarOpen] = useState(true)
  const [isBandOpen, setBandOpen] = useKeptOpen()
  const [isImageHidden, setImageHidden] = useState(false)
  const [isBusy, setBusy] = useState(true)
  const [found, setFound] = useState<FoundPlace | null>(null)
  const [isPlaying, setPlaying] = useState(false)

  useFirstFocus(pane, props.takesFocus === true)

  const fading = useFading(onChange)
  const choose = (next: (last: ViewerState) => ViewerState) => {
    fading.end()
    onChange(next, true)
  }
  const setFilters = (next: ViewerFilters) => choose((last) => ({ ...last, filters: next }))
  const select = (id: string | null) => choose((last) => withSelected(last, id))

  const { maps, overlays, comparable, retry } = useShownMaps(state)
  useDrawnSaid(maps)
  const tiles = useTileTrouble(retry)
  const compared = useComparison(state, comparable, choose, onChange)
  const gone = useGoneMaps(maps, (ids) => onChange((last) => ids.reduce(withoutMap, last), false))
  const selected = maps.find(({ id }) => id === selectedId)
  const request = findRequest(tab, catalogId, filters)
  const { data: count } = useFoundTotal(request, filters.box !== undefined)
  const { data: catalogs } = useCatalogs()
  const outlineTiles = useOutlineTiles(request)
  const panelMaps = maps.filter(({ status, isKept }) => isKept || status.kind !== 'untransformed')
  const { order, showable, extent, whole } = useCatalogStack(
    tab === 'catalog' ? catalogId : undefined,
    panelMaps.length > 0,
  )
  const passing = maps.find((map) => !map.isKept && map.id !== FILE_ID)
  const changes = useShownChanges({
    state,
    maps,
    passing,
    order,
    fading,
    choose,
    onChange,
  })
  const showAll = () => {
    choose((last) => withAllInOrder(last, showable, 1))
    announce(t('page.shown.count', { count: showable.length }))
  }

  const seenBy = (camera: BaseCamera): MapBox => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
    return visibleBox(camera, { width, height })
  }

  // An address with a box and no camera is about what lies there.
  const [openedBox] = useState(filters.box ?? null)
  const { fitMap, keepView, isOfList } = useAwaitedFit(pane, fit, {
    maps,
    openedId: selectedId ?? (state.tiffUrl ? FILE_ID : null),
    extent: extent ?? openedBox,
    hasCamera: state.camera !== null,
    seenBy,
  })
  const selectAndFit = (id: string) => {
    fitMap(id)
    select(id)
  }

  const cameraMoved = useViewerCamera(pane, state.camera, (camera, isOther) => {
    const at = cameraText(camera)
    // What opens beside the map changes how much of it is seen, and not who has moved it.
    const isOf = (last: SeenView | null) => (last && last.at === at ? last.isOfList : isOther && isOfList())
    setView((last) => ({ at, box: seenBy(camera), isOfList: isOf(last) }))
    if (isOther) onChange((last) => ({ ...last, camera }), false)
  })

  const applyBox = (box: MapBox) => setFilters({ ...filters, box })
  const tools = useViewerTool(pane, applyBox, announce)
  const { isDrawing, measuring, drawing, send } = tools
  const isMeasuring = measuring !== null
  useLayer((isPhone || isShort) && (isDrawing || isMeasuring), () => void tools.stop(), { leavesKeys: true })
  const pickOutline = useOutlinePicks()
  const toggleBox = () => {
    if (!filters.box || isDrawing) return send({ type: 'boxAsked' })
    const { box: _box, ...others } = filters
    setFilters(others)
  }

  const place = useAskedPlace(pane, !isDrawing && !isMeasuring)
  const { asked, presses } = place

  const toggleBand = () => {
    setBandOpen(!isBandOpen)
    announce(t(isBandOpen ? 'time.closed' : 'time.opened'))
  }
  const toggleOutlines = () => {
    setOutlinesVisible(!areOutlinesVisible)
    announce(t(areOutlinesVisible ? 'map.outlinesHidden' : 'map.outlinesShown'))
  }
  const takeView = () => {
    const camera = pane.current?.camera()
    send({ type: 'boxAsked' })
    if (camera) applyBox(seenBy(camera))
  }

  const layBeside = () => {
    if (stackOf(state).length === 0) return
    const camera = pane.current?.camera() ?? state.camera
    choose((last) => ({
      ...withPanes(last, passing?.opacity ?? 1, isPhone || isShort ? LEAST_PANES : MOST_PANES),
      camera,
    }))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) =>
    onStageKey(event, {
      escape: () => void (tools.stop() || (comparison && compared.compare(null))),
      outlines: toggleOutlines,
      box: toggleBox,
      band: toggleBand,
      measure: tools.toggleMeasuring,
      panes: layBeside,
      place: () => place.askAtMiddle(),
      undo: tools.undoPoint,
      enter: () => {
        if (isMeasuring) tools.setAtCross()
        else if (isDrawing) takeView()
      },
    })

  const share = useShareView(props.linkTo, maps)
  const shareView = () =>
    share({
      ...state,
      camera: pane.current?.camera() ?? state.camera,
      ...(passing && { opacity: passing.opacity }),
    })

  const showPlace = (next: FoundPlace) => {
    setFound(next)
    keepView()
    announce(t('place.reached', { name: next.name }))
    const { point: centre, box, areaLevel } = next
    if (box && areaLevel !== null) return fit(box)
    pane.current?.moveTo({ centre, zoom: zoomOfLevel(areaLevel ?? FOUND.level) }, FOUND.durationMs)
  }
  const inTheWay = [isBandOpen && 'band', isDrawing && 'box', isMeasuring && 'measure'].filter(Boolean)

  return (
    // The keys of the map, which bubble up to here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.page} onKeyDown={onKeyDown}>
      {/* A phone's header has it. */}
      {isPhone ? null : <VisuallyHidden component="h1">{t('common:page.publicMaps')}</VisuallyHidden>}
      <div className={classes.inner}>
        <div className={classes.column}>
          <div
            ref={stage}
            className={classes.stage}
            data-busy={isBusy}
            data-drawn={overlays.length}
            data-bearing={bearing.toFixed(1)}
            {...presses.listeners}
          >
            <BasePane
              ref={pane}
              label={t('map.label')}
              theme={theme}
              baseMap={baseMap}
              {...(state.camera && { initialCamera: state.camera })}
              padding={padding}
              mosaic={whole?.mosaic ?? null}
              mosaicOpacity={isImageHidden ? 0 : whole?.opacity}
              overlays={overlays}
              overlayOpacity={isImageHidden ? 0 : 1}
              comparison={compared.comparison}
              {...tiles.props}
              outlineTiles={outlineTiles}
              outlinesVisible={areOutlinesVisible}
              selectedOutlineId={selectedId}
              hoveredOutlineId={hoveredId}
              pin={asked?.map ?? found?.point ?? null}
              boundary={found?.boundary ?? null}
              {...drawing.base}
              {...(filters.box && !isDrawing && !isMeasuring && { line: sidesOf(filters.box) })}
              crosshair={isMeasuring}
              cursor={isDrawing || isMeasuring ? 'crosshair' : hoveredId ? 'pointer' : 'grab'}
              {...(isDrawing && {
                onGroundDrag: ({ phase, place: map }) => send({ type: 'groundDragged', phase, map }),
              })}
              onHandleDrag={({ index, place: at }) => send({ type: 'handleDragged', index, place: at })}
              onPress={(map) => {
                if (isMeasuring) send({ type: 'mapPressed', map })
              }}
              onOutlineHover={setHoveredId}
              {...(!isDrawing &&
                !isMeasuring && {
                  onOutlinePress: (ids, at) => {
                    // A finger that has asked for the place chooses nothing.
                    if (presses.isSpent()) return
                    const pick = pickOutline(ids, pane.current?.project(at) ?? [0, 0])
                    if (!pick) return
                    select(pick.id)
                    announce(pick.count > 1 ? t('map.picked', { place: pick.place, count: pick.count }) : '')
                  },
                })}
              onCameraChange={(camera, byUser) => {
                setBearing(camera.bearing)
                place.cameraMoved(byUser)
                if (byUser) keepView()
                cameraMoved()
              }}
              onBusyChange={setBusy}
            />
            <MapControls
              isPhone={isPhone}
              bearing={bearing}
              isDrawing={isDrawing}
              hasBox={filters.box !== undefined}
              isBandOpen={isBandOpen}
              areOutlinesVisible={areOutlinesVisible}
              isMeasuring={isMeasuring}
              hasImage={overlays.length > 0 || whole !== null}
              placeSearch={<PlaceSearchButton hasLocate onPick={showPlace} onClear={() => setFound(null)} />}
              onZoom={(levels) => {
                keepView()
                pane.current?.zoomBy(levels, ZOOM_MS)
              }}
              onResetBearing={() => pane.current?.resetBearing()}
              onBox={toggleBox}
              onBand={toggleBand}
              onOutlines={toggleOutlines}
              onMeasure={tools.toggleMeasuring}
              onShare={shareView}
              onImageHeld={setImageHidden}
            />
            {asked ? (
              <PlaceMenu
                key={asked.map.join()}
                place={asked}
                onNavigate={() => props.onNavigate(uppermost(maps, asked.map), asked.map)}
                onClose={() => place.close()}
              />
            ) : null}
            <div className={classes.over}>
              <div className={classes.top}>
                {tab === 'catalog' ? (
                  <CatalogWays
                    catalogId={catalogId}
                    showable={showable.length}
                    isPart={showable.length < order.length}
                    whole={whole}
                    onShowAll={showAll}
                    onBackToPublic={() => {
                      setSidebarOpen(true)
                      props.onBackToPublic()
                    }}
                  />
                ) : null}
                <FilterChips filters={filters} count={count} isPhone={isPhone} onChange={setFilters} />
                {compared.turns ? <TurnNotice {...compared.turns} /> : null}
                <ToolNotice tools={tools} isPhone={isPhone} isShort={isShort} onView={takeView} />
                {gone.titles.length > 0 ? <GoneNotice titles={gone.titles} onClose={gone.forget} /> : null}
                {selected?.status.kind === 'untransformed' ? (
                  <UnavailableNotice map={selected} onClose={() => select(null)} />
                ) : null}
              </div>
              {panelMaps.length > 0 ? (
                <div ref={panel} className={classes.shown}>
                  <ShownPanel
                    maps={panelMaps}
                    isPhone={isPhone || isShort}
                    beside={isShort ? inTheWay.join() : ''}
                    soloId={soloId}
                    comparison={comparison}
                    onFit={({ box }) => {
                      keepView()
                      if (box) fit(box)
                    }}
                    {...changes}
                    onNavigate={({ id, title, path }) => props.onNavigate({ id, title: title ?? '', path })}
                    comparable={comparable}
                    compared={compared.pair}
                    seen={compared.turns && (compared.turns.isFirst ? 'first' : 'second')}
                    onComparison={compared.compare}
                    onCompared={compared.choosePart}
                    onSideBySide={stackOf(state).length > 0 ? layBeside : null}
                    trouble={tiles.trouble}
                    onRetry={tiles.retry}
                  />
                </div>
              ) : null}
            </div>
          </div>
          <TimeBand
            filters={filters}
            tab={tab}
            catalogId={catalogId}
            opened={openedMap(selected)}
            isOpen={isBandOpen}
            onTime={(time, isPlayed) =>
              onChange(({ filters: { time: _time, ...others }, ...last }) => {
                return { ...last, filters: { ...others, ...(time && { time }) } }
              }, !isPlayed)
            }
            onPlaying={(isOn, text) => {
              setPlaying(isOn)
              announce(text)
            }}
            onClose={() => {
              toggleBand()
              // What goes would take the focus along.
              focusHome(BAND_HOMES)
            }}
          />
        </div>
        <ViewerSidebar
          tab={tab}
          catalog={
            catalogId === undefined
              ? null
              : { id: catalogId, title: catalogs?.find(({ id }) => id === catalogId)?.title }
          }
          filters={filters}
          sort={state.sort}
          view={view}
          selectedId={selectedId}
          hoveredId={hoveredId}
          isOpen={isSidebarOpen}
          isQuiet={isPlaying}
          onTab={(next) => choose(({ catalogId: _catalog, ...last }) => ({ ...last, tab: next }))}
          onFilters={setFilters}
          onSort={(next) => {
            choose((last) => withSort(last, next))
            announce(t('list.sorted', { order: t(`list.sort.${next}`) }))
          }}
          onSelect={({ id }) => selectAndFit(id)}
          onMap={selectAndFit}
          onPlace={showPlace}
          onHover={setHoveredId}
          onToggle={() => setSidebarOpen(!isSidebarOpen)}
          onLoad={({ id }) => selectAndFit(id)}
          passing={passing?.path ? { id: passing.id, title: shownName(t, passing) } : null}
          onBeside={({ id }) => {
            fitMap(id)
            choose((last) => (passing ? withBeside(last, id, passing) : withSelected(last, id)))
            announce(t('page.shown.count', { count: maps.length + 1 }))
          }}
        />
      </div>
    </div>
  )
}
