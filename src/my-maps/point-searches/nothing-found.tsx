import { useTranslation } from 'react-i18next'
import type { PointSearches } from '../../../contract/api/point-searches.ts'
import { AnchorLink } from '../../ui/links.tsx'
import classes from './point-searches.module.css'

interface NothingFoundProps {
  readonly maps: PointSearches['nothing']
  /** Those that are not listed, too. */
  readonly count: number
}

/** Maps that no points were found for, and why: each may be placed by hand. */
export function NothingFound({ maps, count }: NothingFoundProps) {
  const { t } = useTranslation('pointSearches')
  if (count === 0) return null
  return (
    <details className={classes.nothing}>
      <summary>{t('nothing.title', { count })}</summary>
      <ul>
        {maps.map(({ mapId, title, reason }) => (
          <li key={mapId}>
            <AnchorLink to="/map-editor" search={{ mapId }}>
              {title}
            </AnchorLink>
            <span>{t(`nothing.${reason}`)}</span>
          </li>
        ))}
      </ul>
      {count > maps.length ? <p>{t('more', { count: count - maps.length })}</p> : null}
    </details>
  )
}
