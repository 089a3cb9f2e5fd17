import { Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapArchiveKind } from '../../../contract/api/map-archive.ts'
import { fileUrl } from '../../api/file-path.ts'
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
}

/** What may be taken along of a placed map. */
export function MapDownloads({ mapId, title, overlayPath }: MapDownloadsProps) {
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
      </Suspense>
    </section>
  )
}
