import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { eastingNearest } from '../../contract/worlds.ts'
import { onTokenChange, readToken } from '../api/bearer-token.ts'
import { boxAroundAll } from '../geometry/boxes.ts'
import { type MapBox, visibleBox } from '../geometry/camera.ts'
import type { BasePaneHandle } from '../map/pane-props.ts'
import { lazyNeeded } from '../ui/lazy-needed.tsx'
import { ExploreForm, ExploreList } from './explore-list.tsx'
import classes from './explore-page.module.css'
import type { ExploreStageProps, StageMove } from './explore-stage.tsx'
import { type ExploreView, readView, withOpacity, withToggled, writeView } from './explore-view.ts'
import { LaidRows } from './laid-rows.tsx'
import { PageHead } from './page-head.tsx'
import page from './public-map-page.module.css'
import { useExploreView } from './use-explore-view.ts'
import { type LaidRecord, useLaidMaps } from './use-laid-maps.ts'
import { usePublicList } from './use-public-list.ts'

/** What draws maps is large, and comes when the page stands. */
const ExploreStage = lazyNeeded<ExploreStageProps>(
  async () => (await import('./explore-stage.tsx')).ExploreStage,
)

const FIT = { padding: 24, durationMs: 250 }
/** A town is seen with what is around it. */
const PLACE_FIT = { ...FIT, maxZoom: 13 }
const NO_FILTERS = { q: '', from: null, to: null }

/** The public maps for anyone: a list, and the chosen ones over today's map. The address says what is seen. */
export function ExplorePage({ onShown }: { readonly onShown: () => void }) {
  const { t, i18n } = useTranslation(['explore', 'public'])
  const isKnown = useSyncExternalStore(onTokenChange, readToken) !== null
  const pane = useRef<BasePaneHandle>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  /** What the map shows, and whether somebody went there by hand. */
  const seen = useRef<StageMove | null>(null)
  /** Another number: the fields say anew what the address says. */
  const [form, setForm] = useState({ at: 0, takesFocus: false })
  /** Where the list begins. */
  const [place, setPlace] = useState<MapBox | null>(null)
  const [isOpen, setOpen] = useState(() => readView(location.search).maps.length === 0)
  const { view, change, moved, current } = useExploreView(
    ({ maps, camera }) => {
      setOpen(maps.length === 0)
      setForm((last) => ({ at: last.at + 1, takesFocus: false }))
      if (camera) pane.current?.moveTo(camera, FIT.durationMs)
    },
    // A list that was just pressed stays as it is.
    () => {
      if (seen.current?.isOwn) setPlace(seen.current.box)
    },
  )
  const [first] = useState(view)
  const [begin, setBegin] = useState<{ readonly box: MapBox | null } | null>(null)
  const { records, retry } = useLaidMaps(view.maps)
  const isOfMaps = first.maps.length > 0 && first.camera === null
  const hasRecords = first.maps.every(({ id }) => records.has(id))
  const firstBox = isOfMaps ? boxOfMaps(first.maps.map(({ id }) => records.get(id))) : seenAtFirst(first)
  const list = usePublicList(isOfMaps && !hasRecords ? null : view.filters, place ?? firstBox, i18n.language)
  const title = t('public:head.exploreTitle')
  useEffect(() => {
    document.title = `${title} · Palimpsest`
  }, [title])
  const tellShown = useEffectEvent(onShown)
  useEffect(() => tellShown(), [])

  const known = view.maps.map(({ id, opacity }) => ({ id, opacity, record: records.get(id) ?? null }))
  const laid = known.flatMap(({ record, opacity }) =>
    record !== null && record !== 'hidden' && record !== 'failed' ? [{ map: record, opacity }] : [],
  )
  // The map begins where the maps of the address lie, or those of the list: it waits for either.
  const isListAnswered = list.first !== null || list.status === 'failed'
  if (begin === null && (first.camera || (isOfMaps ? hasRecords : isListAnswered)))
    setBegin({
      box: isOfMaps ? firstBox : boxAroundAll(list.maps.flatMap(({ corners }) => (corners ? [corners] : []))),
    })

  const choose = (id: string) => {
    const next = withToggled(view, id)
    const box = list.maps.find((map) => map.id === id)?.corners
    change(next, true)
    if (next.maps.every((map) => map.id !== id)) return
    if (box && !isLookedAt(box, seen.current)) pane.current?.fitBox(box, FIT)
    setOpen(false)
    // On a phone what was pressed is folded away.
    toggle.current?.focus({ preventScroll: true })
  }
  const link = (next: ExploreView) => location.origin + location.pathname + writeView(next)
  const viewer = `/public-maps${writeView(view)}`
  return (
    <div className={`${page.page} ${classes.explore}`} lang={i18n.language}>
      <PageHead signInFor={viewer} />
      <main id="content" className={classes.main}>
        <section aria-label={t('stage')} className={classes.stage}>
          {begin ? (
            <ExploreStage
              pane={pane}
              maps={laid}
              listed={list.maps}
              isCompared={view.isCompared}
              initialCamera={first.camera}
              initialBox={begin.box}
              onChoose={choose}
              onCompare={() => change({ ...view, isCompared: !view.isCompared }, false)}
              onOpacity={(opacity) => {
                const top = laid.at(-1)
                if (top) change(withOpacity(view, top.map.id, opacity), false)
              }}
              onMove={(move) => {
                seen.current = move
                moved(move.camera)
              }}
            />
          ) : null}
        </section>
        <LaidRows
          maps={known}
          isKnown={isKnown}
          viewer={viewer}
          address={() => link(current())}
          onTakeOff={(id) => change(withToggled(view, id), true)}
          onOpacity={(id, opacity) => change(withOpacity(view, id, opacity), false)}
          onRetry={() => {
            // Where nothing was known of them, the map begins where they lie after all.
            if (isOfMaps && begin?.box === null) setBegin(null)
            retry()
          }}
        />
        <section className={classes.list} data-open={isOpen}>
          <h1>{title}</h1>
          <button
            ref={toggle}
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls="maps"
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'closeList' : 'openList')}
          </button>
          <div id="maps" className={classes.body}>
            <ExploreForm
              key={form.at}
              filters={view.filters}
              takesFocus={form.takesFocus}
              onSearch={(filters) => change({ ...view, filters }, true)}
            />
            <ExploreList
              list={list}
              isNarrowed={JSON.stringify(view.filters) !== JSON.stringify(NO_FILTERS)}
              laidIds={new Set(view.maps.map(({ id }) => id))}
              onChoose={choose}
              onPlace={({ corners }) => {
                pane.current?.fitBox(corners, PLACE_FIT)
                setPlace(corners)
                setOpen(false)
              }}
              onClear={() => {
                change({ ...view, filters: NO_FILTERS }, true)
                setForm({ at: form.at + 1, takesFocus: true })
              }}
            />
          </div>
        </section>
      </main>
    </div>
  )
}

/** The box around all of the maps that lie somewhere. */
const boxOfMaps = (records: readonly (LaidRecord | undefined)[]): MapBox | null =>
  boxAroundAll(
    records.flatMap((record) =>
      typeof record === 'object' && record.overlay ? [record.overlay.corners] : [],
    ),
  )

/** About what an address shows before its map is there. */
const seenAtFirst = ({ camera }: ExploreView): MapBox | null =>
  camera && visibleBox(camera, { width: window.innerWidth, height: window.innerHeight })

/** Whether a map lies where one looks, and large enough to be looked at there. */
function isLookedAt(box: MapBox, seen: StageMove | null): boolean {
  if (!seen) return false
  const [centre, y] = seen.camera.centre
  const x = eastingNearest((box.minX + box.maxX) / 2, centre)
  const isAtCentre = box.minX <= x && x <= box.maxX && box.minY <= y && y <= box.maxY
  return isAtCentre && box.maxX - box.minX > (seen.box.maxX - seen.box.minX) / 4
}
