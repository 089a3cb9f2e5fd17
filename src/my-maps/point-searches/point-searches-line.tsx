import { useTranslation } from 'react-i18next'
import { usePointSearchCount } from '../../queries/point-search-count.ts'
import { AnchorLink } from '../../ui/links.tsx'
import classes from '../main-page.module.css'

/** Leads to what was found for the user's maps, where anything was or is being looked for. */
export function PointSearchesLine() {
  const { t } = useTranslation('maps')
  const { data } = usePointSearchCount()
  if (!data || (data.open === 0 && data.found === 0)) return null
  return (
    <p className={classes.searches}>
      <AnchorLink to="/proposed-points">
        {data.found > 0
          ? t('main.pointsFound', { count: data.found })
          : t('main.pointsSearched', { count: data.open })}
      </AnchorLink>
    </p>
  )
}
