import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImagePoint } from '../../../contract/control-points.ts'
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
  const zoom = loupeZoomOverScan(pane.current?.camera()?.zoom ?? 0, scan)
  return (
    <Magnifier
      side="scan"
      project={(place) => pane.current?.project(place) ?? null}
      shifted={([x, y], dx, dy) => [x + dx / 2 ** zoom, y + dy / 2 ** zoom]}
      picture={(centre) => <Picture scan={scan} theme={theme} centre={centre} zoom={zoom} />}
    />
  )
}

interface PictureProps {
  readonly scan: Pyramid
  readonly theme: PaneTheme
  readonly centre: ImagePoint
  readonly zoom: number
}

function Picture({ scan, theme, centre, zoom }: PictureProps) {
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
      initialCamera={{ centre, zoom }}
    />
  )
}
