import { useTranslation } from 'react-i18next'
import classes from './point-mark.module.css'

/** A control point on the map, its middle on the place itself. */
export function PointMark({ number }: { readonly number: number }) {
  const { t } = useTranslation('navigator')
  return (
    <div className={classes['mark']} role="img" aria-label={t('point.marker', { number })}>
      {number}
    </div>
  )
}
