import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import classes from '../parts/panel.module.css'
import type { MapsHere } from './use-maps-here.ts'

interface MapsHereListProps {
  readonly here: MapsHere
  readonly onChoose: (map: MapSummary) => void
}

/** The other public maps that cover the position: one press lays another over it. */
export function MapsHereList({ here, onChoose }: MapsHereListProps) {
  const { t } = useTranslation(['navigator', 'common'])
  const { status, maps } = here
  return (
    <div className={classes['field']}>
      <h3>{t('here.title')}</h3>
      {maps.length > 0 ? (
        <ul className={classes['list']} aria-label={t('here.title')}>
          {maps.map((map) => (
            <li key={map.id}>
              <button type="button" onClick={() => onChoose(map)}>
                <span dir="auto">{map.titles.title}</span>
                {map.years.year === null ? null : <span>{map.years.year}</span>}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t(`here.${status}`)}</p>
      )}
      {status === 'failed' ? (
        <div className={classes['actions']}>
          <button type="button" onClick={here.retry}>
            {t('common:action.retry')}
          </button>
        </div>
      ) : null}
    </div>
  )
}
