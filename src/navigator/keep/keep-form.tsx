import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { KeptRegion } from '../../../workers/kept/kept-database-api.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import { requestPersistentStorage } from '../../device/persistent-storage.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { formatLength } from '../../places/length-text.ts'
import panelClasses from '../parts/panel.module.css'
import { useNavigator } from '../session/navigator-context.ts'
import { showPanelAtom } from '../model/navigator-model.ts'
import { trackLinesAtom } from '../model/recorded-atoms.ts'
import { formatBytes } from '../../ui/byte-text.ts'
import { chooseRegionAtom, drawKeepBoxAtom, keepBoxAtom, restingViewAtom } from '../model/keep-atoms.ts'
import { MOST_AREA_BYTES } from './keep-size.ts'
import classes from './keep.module.css'
import { freeBytes, keeper, newArea } from './keeping.ts'
import { useKeepPlan } from './use-keep-plan.ts'

interface KeepFormProps {
  /** The published file of the shown map. */
  readonly file: Pyramid
  readonly record: MapRecord
}

const KINDS = ['view', 'whole', 'box', 'corridor'] as const
/** To either side of a track, ground metres. */
const WIDTHS = [100, 250, 500, 1_000] as const
/** A box begins with what these shares of the view leave: clear of what stands over the map, upright and on its side. */
const BOX_SHARES = {
  upright: { left: 0.08, right: 0.24, top: 0.16, bottom: 0.58 },
  low: { left: 0.53, right: 0.18, top: 0.32, bottom: 0.1 },
}
/** Here the sheets stand beside the map's middle, as the styles have it. */
const LOW_WINDOW = '(max-height: 31.24875em)'

/** Which part of the shown map is to be kept, how fine, and what that takes. */
export function KeepForm({ file, record }: KeepFormProps) {
  const { t, i18n } = useTranslation('navigator')
  const { userId, baseMaps } = useNavigator().page
  const view = useAtomValue(restingViewAtom)
  const drawn = useAtomValue(keepBoxAtom)
  const drawBox = useSetAtom(drawKeepBoxAtom)
  const chooseRegion = useSetAtom(chooseRegionAtom)
  // Recorded and imported.
  const lines = useAtomValue(trackLinesAtom)
  const showPanel = useSetAtom(showPanelAtom)
  const [kind, setKind] = useState<(typeof KINDS)[number]>(drawn ? 'box' : 'view')
  const [metres, setMetres] = useState<number>(250)
  const [finest, setFinest] = useState(0)
  const free = useFreeBytes()
  const [stays, setStays] = useState(true)
  const whole = record.corners
  // A track that is being recorded grows: only a part along it is another one then.
  const corridor = useMemo(
    (): KeptRegion | null => (lines.length > 0 ? { kind: 'corridor', lines, metres } : null),
    [metres, lines],
  )
  const boxed = useMemo((): KeptRegion | null => {
    if (kind === 'corridor') return null
    const chosen = { view, whole, box: drawn }[kind]
    return chosen && { kind: kind === 'view' ? 'view' : 'box', box: chosen }
  }, [kind, view, whole, drawn])
  const region = kind === 'corridor' ? corridor : boxed
  const plan = useKeepPlan(file, baseMaps, region)
  const told = useRef(region)
  useEffect(() => {
    if (told.current !== region) keeper.forget()
    told.current = region
    chooseRegion(region)
  }, [region, chooseRegion])
  useEffect(() => () => chooseRegion(null), [chooseRegion])
  const choices = plan?.bytes ?? []
  const takes = plan?.status === 'ready' ? (choices[finest] ?? null) : null
  const isTooLarge = plan?.status === 'ready' && (takes === null || takes > MOST_AREA_BYTES)
  const hasNoRoom = takes !== null && free !== null && takes > free
  const canKeep = plan?.status === 'ready' && plan.hasTiles && !isTooLarge && !hasNoRoom
  const size = (bytes: number) => formatBytes(bytes, i18n.language)

  const choose = (next: (typeof KINDS)[number]) => {
    setKind(next)
    drawBox(next === 'box' && view ? inset(view) : null)
  }
  const leadToTracks = () => {
    drawBox(null)
    showPanel('track')
  }
  const keep = () => {
    if (!region || takes === null) return
    const area = newArea({
      userId,
      title: record.titles.title,
      record,
      fileUrl: file.url,
      baseMaps,
      region,
      finestLevel: finest,
      wholeBytes: takes,
    })
    void requestPersistentStorage().then(setStays)
    void keeper.start(area, true)
  }

  return (
    <>
      <div className={panelClasses['field']}>
        <h3>{t('keep.part')}</h3>
        <div role="group" aria-label={t('keep.part')} className={panelClasses['choice']}>
          {KINDS.map((one) => (
            <button key={one} type="button" aria-pressed={one === kind} onClick={() => choose(one)}>
              {t(`keep.of.${one}`)}
            </button>
          ))}
        </div>
        <p>{t(kind === 'corridor' && lines.length === 0 ? 'keep.noTrack' : `keep.help.${kind}`)}</p>
        {kind === 'corridor' && lines.length === 0 ? (
          <div className={`${panelClasses['actions']} ${classes['start']}`}>
            <button type="button" onClick={leadToTracks}>
              {t('track.button')}
            </button>
          </div>
        ) : null}
      </div>
      {kind === 'corridor' && lines.length > 0 ? (
        <div className={panelClasses['field']}>
          <h3>{t('keep.width')}</h3>
          <div role="group" aria-label={t('keep.width')} className={panelClasses['choice']}>
            {WIDTHS.map((one) => (
              <button key={one} type="button" aria-pressed={one === metres} onClick={() => setMetres(one)}>
                {formatLength(one, i18n.language).replace(/[.,]00/, '')}
              </button>
            ))}
          </div>
        </div>
      ) : null}
      {choices.length > 0 && plan?.hasTiles ? (
        <div className={panelClasses['field']}>
          <h3>{t('keep.detail')}</h3>
          <div
            role="group"
            aria-label={t('keep.detail')}
            className={`${panelClasses['choice']} ${classes['details']}`}
          >
            {choices.map((bytes, level) => (
              <button
                // Their order is their meaning.
                key={String(level)}
                type="button"
                aria-pressed={level === finest}
                onClick={() => setFinest(level)}
              >
                {t(`keep.finest.${level as 0 | 1 | 2}`)}
                <span className={classes['size']}>
                  {plan.status === 'measuring' ? '…' : bytes === null ? t('keep.tooMany') : size(bytes)}
                </span>
              </button>
            ))}
          </div>
        </div>
      ) : null}
      {region ? (
        <div className={`${panelClasses['actions']} ${classes['start']}`}>
          <button type="button" className={classes['keep']} disabled={!canKeep} onClick={keep}>
            {takes === null || !canKeep ? t('keep.start') : t('keep.startOf', { size: size(takes) })}
          </button>
        </div>
      ) : null}
      <p role="status" className={classes['said']}>
        {said()}
      </p>
      {stays ? null : <p className={classes['said']}>{t('keep.mayGo')}</p>}
    </>
  )

  function said(): string | null {
    if (!plan) return null
    if (plan.status === 'measuring') return t('keep.measuring')
    if (plan.status === 'failed') return t('keep.fault.network')
    if (!plan.hasTiles) return t('keep.nothing')
    if (isTooLarge) return t('keep.tooLarge', { most: size(MOST_AREA_BYTES) })
    if (hasNoRoom && takes !== null && free !== null)
      return t('keep.noRoom', { size: size(takes), free: size(free) })
    return free === null ? null : t('keep.room', { free: size(free) })
  }
}

/** Told anew after each keeping and freeing. */
function useFreeBytes(): number | null {
  const [free, setFree] = useState<number | null>(null)
  useEffect(() => {
    const look = () => void freeBytes().then(setFree)
    look()
    window.addEventListener('palimpsest-kept', look)
    return () => window.removeEventListener('palimpsest-kept', look)
  }, [])
  return free
}

function inset({ minX, minY, maxX, maxY }: MapBox): MapBox {
  const [width, height] = [maxX - minX, maxY - minY]
  const share = BOX_SHARES[window.matchMedia(LOW_WINDOW).matches ? 'low' : 'upright']
  return {
    minX: minX + share.left * width,
    maxX: maxX - share.right * width,
    minY: minY + share.bottom * height,
    maxY: maxY - share.top * height,
  }
}
