import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BaseMaps } from '../../contract/base-map.ts'
import type { LinkedMap } from '../../contract/api/linked-catalog.ts'
import { config } from '../../contract/api/system.ts'
import { callApi } from '../api/call-api.ts'
import { boxAround } from '../geometry/camera.ts'
import { BasePane } from '../map/base-pane.tsx'
import { asLanguage } from '../ui/i18n/language.ts'
import { shownTheme } from '../ui/lay-themes.ts'

export interface CatalogStageProps {
  /** Of the catalog. */
  readonly title: string
  /** Those that lie somewhere. */
  readonly maps: readonly LinkedMap[]
}

/** Where the maps of a catalog lie, each by its box. */
export function CatalogStage({ title, maps }: CatalogStageProps) {
  const { t, i18n } = useTranslation('public')
  const [baseMaps, setBaseMaps] = useState<BaseMaps | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    // Without it the list below stands all the same.
    callApi(config, {}, { signal: abort.signal }).then(
      (settings) => setBaseMaps(settings.baseMaps),
      () => undefined,
    )
    return () => abort.abort()
  }, [])
  const { boundary, box } = useMemo(() => outlinesOf(maps), [maps])
  if (!baseMaps || !box) return null
  return (
    <BasePane
      label={t('catalog.pane', { title })}
      theme={shownTheme()}
      baseMap={{ baseMaps, layer: 'streets', labels: true, language: asLanguage(i18n.language) }}
      padding={PADDING}
      yieldsToPage={{ touchHint: t('stage.touchHint'), wheelHint: t('stage.wheelHint', { key: ZOOM_KEY }) }}
      initialBox={box}
      boundary={boundary}
    />
  )
}

const PADDING = { top: 24, right: 24, bottom: 24, left: 24 }
/** As MapLibre decides it. */
const ZOOM_KEY = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl'

/** The boxes as closed lines, and the box around them all. */
function outlinesOf(maps: readonly LinkedMap[]) {
  const rings = maps.flatMap(({ corners }) => {
    if (!corners) return []
    const { minX, minY, maxX, maxY } = corners
    return [
      [
        [minX, minY],
        [maxX, minY],
        [maxX, maxY],
        [minX, maxY],
        [minX, minY],
      ] as const,
    ]
  })
  return {
    boundary: {
      coordinates: Float64Array.from(rings.flat(2)),
      ringEnds: Uint32Array.from(rings, (_, index) => (index + 1) * 5),
    },
    box: boxAround(rings.flat()),
  }
}
