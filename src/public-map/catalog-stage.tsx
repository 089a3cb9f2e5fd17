import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BaseMaps } from '../../contract/base-map.ts'
import { type LinkedBox, linkedBoxes } from '../../contract/api/linked-catalog.ts'
import type { MapPoint } from '../../contract/control-points.ts'
import { type PublicMap, publicMap } from '../../contract/api/public-map.ts'
import { config } from '../../contract/api/system.ts'
import { callApi } from '../api/call-api.ts'
import { catalogTilesUrl } from '../api/catalog-tiles.ts'
import { besideBox, boxAroundAll } from '../geometry/boxes.ts'
import { isInRings, packedRings } from '../geometry/rings.ts'
import { BasePane } from '../map/base-pane.tsx'
import { asLanguage } from '../ui/i18n/language.ts'
import { shownTheme } from '../ui/lay-themes.ts'
import stage from './map-stage.module.css'
import { OpacityRange } from './opacity-range.tsx'
import list from './public-catalog-page.module.css'

export interface CatalogStageProps {
  /** Of the catalog. */
  readonly id: string
  readonly title: string
  /** Of its unlisted link. */
  readonly token: string
  /** Another number: its maps may lie elsewhere by now. */
  readonly renewals: number
}

/**
 * The maps of a catalog over today's, all as one picture with its opacity, each with its outline; a press names what lies
 * there, and leads to it.
 */
export function CatalogStage({ id, title, token, renewals }: CatalogStageProps) {
  const { t, i18n } = useTranslation('public')
  const [baseMaps, setBaseMaps] = useState<BaseMaps | null>(null)
  const [boxes, setBoxes] = useState<readonly LinkedBox[]>([])
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    Promise.all([
      callApi(config, {}, { signal }),
      callApi(linkedBoxes, { params: { token } }, { signal }),
    ]).then(
      ([settings, found]) => {
        setBaseMaps(settings.baseMaps)
        setBoxes(found.boxes)
      },
      // Without them the list below stands all the same.
      () => undefined,
    )
    return () => abort.abort()
  }, [token, renewals])
  const [opacity, setOpacity] = useState(1)
  // Made anew with the places of the maps: its tiles are asked for anew then.
  const mosaic = useMemo(
    () => (boxes.length > 0 ? { url: catalogTilesUrl(id, token) } : null),
    [id, token, boxes],
  )
  const { boundary, box, outlines } = useMemo(() => outlinesOf(boxes), [boxes])
  const [found, setFound] = useState<readonly NamedMap[]>([])
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  const [isOver, setOver] = useState(false)
  if (!baseMaps || !box) return null
  const mapsAt = (place: MapPoint) =>
    outlines.filter(({ map, rings }) => isInRings(besideBox(place, map), rings)).map(({ map }) => map)
  const name = async (maps: readonly LinkedBox[]) => {
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    // One that is private by now has no name, and is left out.
    const named = await Promise.allSettled(
      maps.map(({ id }) => callApi(publicMap, { params: { id } }, { signal })),
    )
    if (!signal.aborted)
      setFound(named.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
  }
  return (
    <>
      <BasePane
        label={t('catalog.pane', { title })}
        theme={shownTheme()}
        baseMap={{ baseMaps, layer: 'streets', labels: true, language: asLanguage(i18n.language) }}
        padding={PADDING}
        yieldsToPage={{ touchHint: t('stage.touchHint'), wheelHint: t('stage.wheelHint', { key: ZOOM_KEY }) }}
        initialBox={box}
        mosaic={mosaic}
        mosaicOpacity={opacity}
        boundary={boundary}
        cursor={isOver ? 'pointer' : 'grab'}
        onPointerPlace={(place) => setOver(place !== null && mapsAt(place).length > 0)}
        onPress={(place) => void name(mapsAt(place).slice(0, MOST_NAMED))}
      />
      <div className={stage.bar}>
        <OpacityRange opacity={opacity} onChange={setOpacity} />
      </div>
      <div role="status" className={list.found}>
        {found.map((map) => (
          <a key={map.id} href={`/m/${encodeURIComponent(map.id)}`} dir="auto">
            {map.title}
          </a>
        ))}
      </div>
    </>
  )
}

type NamedMap = Pick<PublicMap, 'id' | 'title'>

/** So many maps are named where many lie over one another, the smallest first. */
const MOST_NAMED = 4

const PADDING = { top: 24, right: 24, bottom: 24, left: 24 }
/** As MapLibre decides it. */
const ZOOM_KEY = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

/** The outlines as closed lines, as rings to look for a place in, and the box around them all. */
function outlinesOf(boxes: readonly LinkedBox[]) {
  const drawn: MapPoint[] = []
  const ends: number[] = []
  const outlines = boxes.map((map) => {
    const rings = map.outline ?? [cornersOf(map)]
    for (const ring of rings) {
      drawn.push(...ring, ...ring.slice(0, 1))
      ends.push(drawn.length)
    }
    return { map, rings: packedRings(rings) }
  })
  const area = ({ minX, minY, maxX, maxY }: LinkedBox) => (maxX - minX) * (maxY - minY)
  return {
    boundary: { coordinates: Float64Array.from(drawn.flat()), ringEnds: Uint32Array.from(ends) },
    outlines: outlines.toSorted((a, b) => area(a.map) - area(b.map)),
    box: boxAroundAll(boxes),
  }
}

const cornersOf = ({ minX, minY, maxX, maxY }: LinkedBox): MapPoint[] => [
  [minX, minY],
  [maxX, minY],
  [maxX, maxY],
  [minX, maxY],
]
