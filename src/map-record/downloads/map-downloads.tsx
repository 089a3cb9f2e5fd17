import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapArchiveKind } from '../../../contract/api/map-archive.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import { fileUrl } from '../../api/file-path.ts'
import { lazySection } from '../../ui/lazy-section.tsx'
import { MADE_DOWNLOADS, madeDownloadUrl } from './made-downloads.ts'
import { MapArchive } from './map-archive.tsx'
import classes from './map-downloads.module.css'

/** Files that a job makes, the most wanted first. */
const ARCHIVES = ['pmtiles', 'jpeg', 'lossless'] as const satisfies readonly MapArchiveKind[]

interface MapDownloadsProps {
  readonly mapId: string
  readonly title: string
  /** Of the overlay, as the map's record names it. */
  readonly overlayPath: string
  /** Of the overlay. */
  readonly corners: Corners | null
}

const SystemDownloads = lazySection(
  async () => (await import('./system-downloads.tsx')).SystemDownloads,
  <div />,
)

/** What may be taken along of a placed map. */
export function MapDownloads({ mapId, title, overlayPath, corners }: MapDownloadsProps) {
  const { t } = useTranslation('public')
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={classes.downloads}>
      <h4 id={headingId}>{t('downloads.title')}</h4>
      <ul>
        <li>
          <a href={fileUrl(overlayPath)} download>
            {t('downloads.cog')}
          </a>
        </li>
        {MADE_DOWNLOADS.map((format) => (
          <li key={format}>
            <a href={madeDownloadUrl(mapId, format, overlayPath)} download>
              {t(`downloads.made.${format}`)}
            </a>
          </li>
        ))}
      </ul>
      <p>{t('downloads.making')}</p>
      <Suspense>
        {ARCHIVES.map((kind) => (
          <MapArchive key={kind} mapId={mapId} kind={kind} title={title} />
        ))}
        {corners ? <OtherSystems mapId={mapId} title={title} corners={corners} /> : null}
      </Suspense>
    </section>
  )
}

interface OtherSystemsProps {
  readonly mapId: string
  readonly title: string
  readonly corners: Corners
}

/** Folded: most readers never ask for it, and the table of coordinate systems is large. */
function OtherSystems(props: OtherSystemsProps) {
  const { t } = useTranslation('downloads')
  const [isOpened, setOpened] = useState(false)
  return (
    <details className={classes.other} onToggle={() => setOpened(true)}>
      <summary>{t('systems.title')}</summary>
      {isOpened ? <SystemDownloads {...props} /> : null}
    </details>
  )
}
