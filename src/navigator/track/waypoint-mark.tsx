import { useTranslation } from 'react-i18next'
import classes from './waypoint-mark.module.css'

/** A marked place on the map, its tip on the place itself. */
export function WaypointMark({ note }: { readonly note: string }) {
  const { t } = useTranslation('navigator')
  return (
    <div className={classes['mark']} data-waypoint>
      <svg width={26} height={34} viewBox="-13 -32 26 34" role="img" aria-label={t('track.marker', { note })}>
        <path d="M0 0C-4 -8 -11 -12 -11 -20A11 11 0 0 1 11 -20C11 -12 4 -8 0 0Z" />
        <circle cy={-20} r={4} />
      </svg>
      {note ? <span aria-hidden>{note}</span> : null}
    </div>
  )
}
