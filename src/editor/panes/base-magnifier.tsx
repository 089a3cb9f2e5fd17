import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPoint } from '../../../contract/control-points.ts'
import { paneToMap } from '../../geometry/camera.ts'
import type { BaseMapProps, BasePaneHandle, PaneTheme } from '../../map/pane-props.ts'
import { BasePane } from '../../map/base-pane.tsx'
import { loupeZoomOverMap } from './loupe-zoom.ts'
import { Magnifier } from './magnifier.tsx'

interface BaseMagnifierProps {
  readonly baseMap: BaseMapProps
  readonly theme: PaneTheme
  readonly pane: { readonly current: BasePaneHandle | null }
}

/** The loupe over the base map: two zoom levels closer, without the overlay, which would hide the true place. */
export function BaseMagnifier({ baseMap, theme, pane }: BaseMagnifierProps) {
  const camera = pane.current?.camera()
  const bearing = camera?.bearing ?? 0
  const zoom = loupeZoomOverMap(camera?.zoom ?? 0)
  return (
    <Magnifier
      side="map"
      project={(place) => pane.current?.project(place) ?? null}
      shifted={(centre, dx, dy) => paneToMap({ centre, zoom, bearing }, NO_SIZE, [dx, dy])}
      picture={(centre) => (
        <Picture baseMap={baseMap} theme={theme} centre={centre} zoom={zoom} bearing={bearing} />
      )}
    />
  )
}

/** With the pane's middle at its origin, CSS px are counted from the centre. */
const NO_SIZE = { width: 0, height: 0 }

interface PictureProps {
  readonly baseMap: BaseMapProps
  readonly theme: PaneTheme
  readonly centre: MapPoint
  readonly zoom: number
  readonly bearing: number
}

function Picture({ baseMap, theme, centre, zoom, bearing }: PictureProps) {
  const { t } = useTranslation('editor')
  const pane = useRef<BasePaneHandle>(null)
  useEffect(() => pane.current?.moveTo({ centre }), [centre])
  return (
    <BasePane
      ref={pane}
      baseMap={baseMap}
      theme={theme}
      label={t('point.magnify')}
      interactive={false}
      attribution={false}
      initialCamera={{ centre, zoom, bearing }}
    />
  )
}
