import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImagePoint } from '../../../contract/control-points.ts'
import { paneToScan } from '../../geometry/camera.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import type { PaneTheme, ScanPaneHandle } from '../../map/pane-props.ts'
import { ScanPane } from '../../map/scan-pane.tsx'
import { loupeZoomOverScan } from './loupe-zoom.ts'
import { Magnifier } from './magnifier.tsx'

interface ScanMagnifierProps {
  readonly scan: Pyramid
  readonly theme: PaneTheme
  readonly pane: { readonly current: ScanPaneHandle | null }
}

/** The loupe over the scan. */
export function ScanMagnifier({ scan, theme, pane }: ScanMagnifierProps) {
  const camera = pane.current?.camera()
  const zoom = loupeZoomOverScan(camera?.zoom ?? 0, scan)
  const bearing = camera?.bearing ?? 0
  return (
    <Magnifier
      side="scan"
      project={(place) => pane.current?.project(place) ?? null}
      shifted={(centre, dx, dy) => paneToScan({ centre, zoom, bearing }, NO_SIZE, [dx, dy])}
      picture={(centre) => (
        <Picture scan={scan} theme={theme} centre={centre} zoom={zoom} bearing={bearing} />
      )}
    />
  )
}

interface PictureProps {
  readonly scan: Pyramid
  readonly theme: PaneTheme
  readonly centre: ImagePoint
  readonly zoom: number
  readonly bearing: number
}

/** With the pane's middle at its origin, CSS px are counted from the centre. */
const NO_SIZE = { width: 0, height: 0 }

function Picture({ scan, theme, centre, zoom, bearing }: PictureProps) {
  const { t } = useTranslation('editor')
  const pane = useRef<ScanPaneHandle>(null)
  useEffect(() => pane.current?.moveTo({ centre }), [centre])
  return (
    <ScanPane
      ref={pane}
      scan={scan}
      theme={theme}
      label={t('point.magnify')}
      interactive={false}
      initialCamera={{ centre, zoom, bearing }}
    />
  )
}
