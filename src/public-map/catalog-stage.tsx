import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BaseMaps } from '../../contract/base-map.ts'
import { linkedBoxes } from '../../contract/api/linked-catalog.ts'
import type { Corners } from '../../contract/api/map-record.ts'
import { config } from '../../contract/api/system.ts'
import { callApi } from '../api/call-api.ts'
import { boxAround } from '../geometry/camera.ts'
import { BasePane } from '../map/base-pane.tsx'
import { asLanguage } from '../ui/i18n/language.ts'
import { shownTheme } from '../ui/lay-themes.ts'

export interface CatalogStageProps {
  /** Of the catalog. */
  readonly title: string
  /** Of its unlisted link. */
  readonly token: string
}

/** Where the maps of a catalog lie, each by its box. */
export function CatalogStage({ title, token }: CatalogStageProps) {
  const { t, i18n } = useTranslation('public')
  const [baseMaps, setBaseMaps] = useState<BaseMaps | null>(null)
  const [boxes, setBoxes] = useState<readonly Corners[]>([])
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
  }, [token])
  const { boundary, box } = useMemo(() => outlinesOf(boxes), [boxes])
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
function outlinesOf(boxes: readonly Corners[]) {
  const rings = boxes.map(
    ({ minX, minY, maxX, maxY }) =>
      [
        [minX, minY],
        [maxX, minY],
        [maxX, maxY],
        [minX, maxY],
        [minX, minY],
      ] as const,
  )
  return {
    boundary: {
      coordinates: Float64Array.from(rings.flat(2)),
      ringEnds: Uint32Array.from(rings, (_, index) => (index + 1) * 5),
    },
    box: boxAround(rings.flat()),
  }
}
