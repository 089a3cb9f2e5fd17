import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicMap } from '../../contract/api/public-map.ts'
import { LICENCES } from '../../contract/rights.ts'
import { dateText, scaleText, yearText } from '../map-record/map-facts.ts'
import { OutsideLink } from '../ui/outside-link.tsx'
import { formatGround, formatPixels } from '../ui/number-format.ts'
import { formatRough } from '../ui/rough-length.ts'
import classes from './public-map-page.module.css'
import { type MapAddress, useAccuracy } from './use-public-map.ts'
import { dateLanguage } from '../ui/i18n/date-language.ts'

interface PartOfPageProps {
  /** Where a link on the page leads here. */
  readonly id?: string
  readonly title: string
  readonly children: ReactNode
}

/** A part of the page under a heading of its own. */
export function Part({ id, title, children }: PartOfPageProps) {
  return (
    <section {...(id !== undefined && { id })} className={classes.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

interface PartProps {
  readonly map: PublicMap
}

/** What is known of the map, and who made and placed it. */
export function FactsPart({ map }: PartProps) {
  const { t, i18n } = useTranslation(['public', 'maps'])
  const { years, overlay } = map
  const day = (moment: string) =>
    new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' }).format(new Date(moment))
  const { startYear, endYear } = years.period
  const hasPeriod = startYear !== null || endYear !== null
  const rows: [string, ReactNode][] = [
    [t('maps:fields.creator'), map.creator],
    [t('maps:fields.publisher'), map.publisher],
    [t('maps:fields.modernTitle'), map.modernTitle],
    [t('maps:fields.alternativeTitle'), map.alternativeTitle],
    [t('maps:fields.year'), years.year === null ? null : String(years.year).replace('-', '−')],
    [t('maps:fields.date'), years.date && dateText(years.date)],
    [t('maps:fields.period'), hasPeriod ? yearText({ year: null, period: years.period, date: null }) : null],
    [t('maps:fields.scale'), scaleText(map.scale)],
    [t('maps:fields.sheetNumber'), map.sheetNumber],
    [t('maps:fields.dpi'), map.dpi],
    [t('maps:fields.institution'), map.institution],
    [t('maps:fields.shelfmark'), map.shelfmark],
    [
      t('maps:fields.catalogueUrl'),
      map.catalogueUrl && <OutsideLink key="record" address={map.catalogueUrl} />,
    ],
    [
      t('maps:fields.importedFrom'),
      map.importedFrom && <OutsideLink key="source" address={map.importedFrom} />,
    ],
    [t('facts.placedBy'), overlay && (overlay.placedBy ?? t('facts.someone'))],
    [t('facts.placedAt'), overlay && day(overlay.placedAt)],
    [t('facts.transformation'), overlay && t(`maps:history.type.${overlay.transformationType}`)],
    [t('facts.points'), overlay && new Intl.NumberFormat(i18n.language).format(overlay.pointCount)],
    [t('facts.uploadedBy'), map.uploadedBy],
    [t('facts.uploaded'), day(map.uploadDate)],
  ]
  return (
    <Part title={t('facts.title')}>
      <dl className={classes.facts}>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </Part>
  )
}

/** What an error of so many metres still lets one find; beyond the last it is a rough idea. */
const GOOD_FOR = [
  [15, 'house'],
  [60, 'street'],
  [400, 'quarter'],
  [5_000, 'region'],
  [Infinity, 'wide'],
] as const

interface AccuracyProps {
  readonly address: MapAddress
  readonly pointCount: number
}

function AccuracyWords({ address, pointCount }: AccuracyProps) {
  const { t, i18n } = useTranslation('public')
  const accuracy = useAccuracy(address)
  if (accuracy === 'working') return <p>{t('accuracy.working')}</p>
  if (accuracy === 'unknown') return <p>{t('accuracy.unknown')}</p>
  if (accuracy === null) return <p>{t('accuracy.few', { count: pointCount })}</p>
  const { metres, pixels, uncertainty } = accuracy
  const good = GOOD_FOR.find(([most]) => metres <= most)?.[1] ?? 'wide'
  return (
    <>
      <p>
        {t('accuracy.typical', {
          count: pointCount,
          ground: formatGround(metres, i18n.language),
          pixels: formatPixels(pixels, i18n.language),
        })}
      </p>
      {uncertainty && (
        <p>
          {t('accuracy.reach', {
            median: formatRough(uncertainty.medianMetres, i18n.language),
            edge: formatRough(uncertainty.edgeMetres, i18n.language),
          })}
        </p>
      )}
      <p>{t(`accuracy.good.${good}`)}</p>
    </>
  )
}

/** How exactly the map lies, in words; nothing where it lies nowhere. */
export function AccuracyPart({ map, address }: PartProps & { readonly address: MapAddress }) {
  const { t } = useTranslation('public')
  if (!map.overlay) return null
  return (
    <Part title={t('accuracy.title')}>
      <div aria-live="polite">
        <AccuracyWords address={address} pointCount={map.overlay.pointCount} />
      </div>
    </Part>
  )
}

/** Under what terms the map may be used, and whom to name. */
export function RightsPart({ map }: PartProps) {
  const { t } = useTranslation(['public', 'maps'])
  const { licence, attribution } = map
  return (
    <Part title={t('rights.title')}>
      {licence ? (
        <p>
          <a href={LICENCES[licence]} rel="license noopener">
            {t(`maps:licences.${licence}`)}
          </a>
        </p>
      ) : (
        <p>{t('rights.none')}</p>
      )}
      {attribution ? (
        <p dir="auto" className={classes.text}>
          {attribution}
        </p>
      ) : null}
    </Part>
  )
}
