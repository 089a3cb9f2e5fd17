import { Button, Modal } from '@mantine/core'
import { IconHeart, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { scaleText, yearText } from './map-facts.ts'
import classes from './map-overview-dialog.module.css'
import { MapThumbnail } from './map-thumbnail.tsx'

interface MapOverviewDialogProps {
  readonly map: MapSummary
  readonly onClose: () => void
  /** What "Load map" does. */
  readonly onLoad: () => void
}

function Facts({ map }: { readonly map: MapSummary }) {
  const { t, i18n } = useTranslation('maps')
  const { titles, years } = map
  const { startYear, endYear } = years.period
  const rows: [string, string | null][] = [
    [t('fields.creator'), map.creator],
    [t('fields.publisher'), map.publisher],
    [t('fields.modernTitle'), titles.modernTitle],
    [t('fields.alternativeTitle'), titles.alternativeTitle],
    [
      t('fields.period'),
      startYear === null && endYear === null ? null : yearText({ year: null, period: years.period }),
    ],
    [t('fields.sheetNumber'), map.sheetNumber],
    [t('fields.dpi'), map.dpi],
    [
      t('overview.uploaded'),
      new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(map.uploadDate)),
    ],
    [t('overview.uploader'), map.isOwner ? null : map.user.username],
  ]
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** Everything known of a map, beside its picture. */
export function MapOverviewDialog({ map, onClose, onLoad }: MapOverviewDialogProps) {
  const { t, i18n } = useTranslation(['maps', 'common'])
  const { average, count } = map.ratings
  const head = [yearText(map.years), scaleText(map.scale)].filter((fact) => fact !== null).join(' · ')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('overview.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      size={960}
    >
      <div className={classes.columns}>
        <div className={classes.picture}>
          <MapThumbnail
            basePath={map.basePath}
            alt={t('overview.picture', { title: map.titles.title })}
            size="high"
            isReady={map.processing.state === 'ready'}
          />
        </div>
        <div className={classes.text}>
          <h3 className={classes.title}>{map.titles.title}</h3>
          {head ? <p className={classes.head}>{head}</p> : null}
          <p className={classes.numbers}>
            <span>
              {count === 0 ? (
                <IconStar size={16} stroke={1.75} aria-hidden />
              ) : (
                <IconStarFilled size={16} className={classes.rated} aria-hidden />
              )}
              {count === 0
                ? t('overview.unrated')
                : t('overview.rating', {
                    average: new Intl.NumberFormat(i18n.language, {
                      minimumFractionDigits: 1,
                      maximumFractionDigits: 1,
                    }).format(average),
                    count,
                  })}
            </span>
            <span>
              <IconHeart size={16} stroke={1.75} aria-hidden />
              {t('overview.favorites', { count: map.favoritesCount })}
            </span>
          </p>
          {map.description ? <p className={classes.description}>{map.description}</p> : null}
          <Facts map={map} />
        </div>
      </div>
      <div className="dialog-footer">
        <Button variant="default" onClick={onClose}>
          {t('common:action.close')}
        </Button>
        <Button onClick={onLoad}>{t('overview.load')}</Button>
      </div>
    </Modal>
  )
}
