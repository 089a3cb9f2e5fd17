import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '../../contract/api/define-call.ts'
import type { PublicMap } from '../../contract/api/public-map.ts'
import { isSystemKind, systemOfKind } from '../../contract/archive-systems.ts'
import { GCP_FILE_FORMATS } from '../../gcp-files/gcp-file.ts'
import { archiveEnding, MADE_DOWNLOADS, madeDownloadUrl } from '../map-record/downloads/made-downloads.ts'
import { formatBytes } from '../ui/byte-text.ts'
import { citationBibtex, citationText, embedCode } from './citation.ts'
import { CopyField } from './copy-field.tsx'
import { Part } from './map-parts.tsx'
import classes from './public-map-page.module.css'
import type { MapAddress } from './use-public-map.ts'
import { dateLanguage } from '../ui/i18n/date-language.ts'

interface PartProps {
  readonly map: PublicMap
}

interface LinkedProps extends PartProps {
  /** Of the page that is open: the same wherever it is opened. */
  readonly link: string
}

/** Of the page of an address. */
export const linkOf = ({ name, isLink }: MapAddress): string =>
  `${location.origin}/${isLink ? 'l' : 'm'}/${encodeURIComponent(name)}`

/** Of the page that everyone sees. */
const publicLink = ({ id }: PublicMap): string => linkOf({ name: id, isLink: false })

/** What opens the overlay where not everyone may have it; null where everyone may, so that other programs find it. */
const ticketOf = ({ overlay }: PublicMap): string | null =>
  /^files\/s\/([^/]+)\//.exec(overlay?.path ?? '')?.[1] ?? null

/** Whether everyone may have it, other programs too, and for longer than paths are signed for. */
const isOpen = ({ overlay, basePath }: PublicMap): boolean =>
  !`${overlay?.path ?? basePath}`.startsWith('files/s/')
const fileAddress = (path: string): string => `${location.origin}${API_BASE}/${path}`

const annotationAddress = ({ id }: PublicMap): string =>
  fileAddress(`map/${encodeURIComponent(id)}/annotation.json`)

/** Downloads that readers want; those for specialists are folded. */
const COMMON_DOWNLOADS: readonly string[] = ['zip', 'kmz']

/** Where the downloads stand on their page. */
export const DOWNLOADS_ID = 'downloads'

/** The files of a placed map. */
export function DownloadsPart({ map }: PartProps) {
  const { t, i18n } = useTranslation(['public', 'common'])
  const { overlay } = map
  if (!overlay) return null
  return (
    <Part id={DOWNLOADS_ID} title={t('downloads.title')}>
      <p>
        <a href={fileAddress(overlay.path)} download className={classes.button}>
          {t('downloads.cog')}, {formatBytes(overlay.bytes, i18n.language)}
        </a>
      </p>
      <ul className={classes.files}>
        {MADE_DOWNLOADS.filter((format) => COMMON_DOWNLOADS.includes(format)).map((format) => (
          <li key={format}>
            <a href={madeDownloadUrl(map.id, format, overlay.path)} download>
              {t(`downloads.made.${format}`)}
            </a>
          </li>
        ))}
        {overlay.archives.map(({ kind, path, bytes }) => (
          <li key={kind}>
            <a href={fileAddress(path)} download={`${map.title}${archiveEnding(kind)}`}>
              {isSystemKind(kind)
                ? t('downloads.archives.system', { crs: systemOfKind(kind) })
                : t(`downloads.archives.${kind}`)}
              , {formatBytes(bytes, i18n.language)}
            </a>
          </li>
        ))}
      </ul>
      <p>{t('downloads.making')}</p>
    </Part>
  )
}

/** The control points of a placed map, in the formats of other programs, its outline and its description. */
function PointsPart({ map }: PartProps) {
  const { t } = useTranslation(['public', 'common'])
  const { overlay } = map
  if (!overlay) return null
  const ticket = ticketOf(map)
  const query = ticket === null ? '' : `?${new URLSearchParams({ ticket })}`
  return (
    <Part title={t('downloads.points')}>
      <ul className={classes.links}>
        {GCP_FILE_FORMATS.map((format) => (
          <li key={format}>
            <a href={fileAddress(`map/${encodeURIComponent(map.id)}/gcps.${format}${query}`)} download>
              {t(`common:pointFormats.${format}`)}
            </a>
          </li>
        ))}
        {ticket === null ? (
          <li>
            <a href={annotationAddress(map)} download={`${map.title}.annotation.json`}>
              {t('common:pointFormats.annotation')}
            </a>
          </li>
        ) : null}
      </ul>
      <ul className={classes.links}>
        {MADE_DOWNLOADS.filter((format) => !COMMON_DOWNLOADS.includes(format)).map((format) => (
          <li key={format}>
            <a href={madeDownloadUrl(map.id, format, overlay.path)} download>
              {t(`downloads.made.${format}`)}
            </a>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** How to name the map elsewhere. */
export function CitePart({ map, link }: LinkedProps) {
  const { t, i18n } = useTranslation('public')
  const [now] = useState(() => new Date())
  const date = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'long' }).format(now)
  const words = {
    placed: (name: string) => t('cite.placed', { name }),
    accessed: (day: string) => t('cite.accessed', { date: day }),
  }
  return (
    <Part title={t('cite.title')}>
      <CopyField label={t('cite.text')} text={citationText(map, link, date, words)} rows={3} />
      <CopyField label={t('copy.page')} text={link} isCode rows={2} />
    </Part>
  )
}

/** Addresses that other programs read: tiles, their lists, the file itself by ranges, and the scan by IIIF. */
function OpenInPart({ map }: PartProps) {
  const { t } = useTranslation('public')
  const { overlay } = map
  if (!map.basePath) return null
  const base = fileAddress(`map/${encodeURIComponent(map.id)}`)
  const addresses = overlay
    ? ([
        ['xyz', `${base}/tiles/{z}/{x}/{y}.png`],
        ['josm', `tms:${base}/tiles/{zoom}/{x}/{y}.png`],
        ['wmts', `${base}/wmts/1.0.0/WMTSCapabilities.xml`],
        ['tileJson', `${base}/tilejson.json`],
        ['geoTiff', fileAddress(overlay.path)],
      ] as const)
    : []
  return (
    <Part title={t('openIn.title')}>
      {addresses.map(([name, address]) => (
        <CopyField key={name} label={t(`openIn.${name}`)} text={address} isCode />
      ))}
      {overlay && (
        <details className={classes.how}>
          <summary>{t('openIn.how')}</summary>
          <ul>
            {(['qgis', 'josmHow', 'id', 'felt', 'gdal'] as const).map((name) => (
              <li key={name}>{t(`openIn.steps.${name}`)}</li>
            ))}
          </ul>
        </details>
      )}
      <CopyField
        label={t('openIn.manifest')}
        text={fileAddress(`iiif/${encodeURIComponent(map.id)}/manifest.json`)}
        isCode
      />
      <p>{t('openIn.iiif')}</p>
      {overlay && (
        <p>
          <a
            href={`https://viewer.allmaps.org/?url=${encodeURIComponent(annotationAddress(map))}`}
            rel="noopener"
          >
            {t('openIn.allmaps')}
          </a>
        </p>
      )}
    </Part>
  )
}

/** Code that shows the map within another page. */
function EmbedPart({ map, link }: LinkedProps) {
  const { t } = useTranslation('public')
  return (
    <Part title={t('embed.title')}>
      <p>{t('embed.text')}</p>
      <CopyField label={t('embed.code')} text={embedCode(map, `${link}/embed`)} isCode rows={4} />
    </Part>
  )
}

function BibtexPart({ map, link }: LinkedProps) {
  const { t } = useTranslation('public')
  const [day] = useState(() => new Date().toISOString().slice(0, 10))
  return (
    <Part title={t('cite.bibtex')}>
      <CopyField label={t('cite.bibtex')} text={citationBibtex(map, link, day)} isCode rows={6} />
    </Part>
  )
}

/** What few readers want: addresses for other programs, control points, BibTeX, code for another page. */
export function SpecialistPart({ map, link }: LinkedProps) {
  const { t } = useTranslation('public')
  const isForPrograms = isOpen(map)
  return (
    <details className={classes.specialist}>
      <summary>
        <h2>{t('specialist')}</h2>
      </summary>
      <div className={classes.parts}>
        {isForPrograms ? <OpenInPart map={map} /> : null}
        <PointsPart map={map} />
        {isForPrograms ? <EmbedPart map={map} link={publicLink(map)} /> : null}
        <BibtexPart map={map} link={link} />
      </div>
    </details>
  )
}
