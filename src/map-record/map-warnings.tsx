import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../contract/api/map-record.ts'
import { messageOf } from '../api/api-error.ts'
import classes from './map-warnings.module.css'

/** What was noticed while the scan was read and the overlay was made; each once, for both may have met it. */
export function MapWarnings({ warnings }: Pick<MapRecord, 'warnings'>) {
  const { t } = useTranslation('maps')
  const headingId = useId()
  const texts = new Set(
    warnings.map(({ code, details }) => messageOf(`warnings.raster.${code}`, code, details)),
  )
  if (texts.size === 0) return null
  return (
    <section aria-labelledby={headingId} className={classes.warnings}>
      <h4 id={headingId}>{t('overview.warnings')}</h4>
      <ul>
        {[...texts].map((text) => (
          <li key={text}>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
