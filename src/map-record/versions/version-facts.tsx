import { useTranslation } from 'react-i18next'
import type { MapVersionWithPoints } from '../../../contract/api/transform.ts'
import { formatGround, formatPixels } from '../../ui/number-format.ts'
import classes from './versions.module.css'
import { dateLanguage } from '../../ui/i18n/date-language.ts'

/** Who made an overlay and when, from how many points, and how exactly it lies. */
export function VersionFacts({ version }: { readonly version: MapVersionWithPoints | null }) {
  const { t, i18n } = useTranslation(['versions', 'maps'])
  if (!version) return <p className={classes.facts}>{t('notPlaced.text')}</p>
  const { username, createdAt, transformationType, transformation, typicalError } = version
  const { language } = i18n
  const time = new Intl.DateTimeFormat(dateLanguage(language), { dateStyle: 'medium', timeStyle: 'short' })
  const off = transformation.disabled.length
  const rows = [
    [t('facts.maker'), username ?? t('maps:history.someone')],
    [t('facts.time'), time.format(new Date(createdAt))],
    [t('facts.type'), t(`maps:history.type.${transformationType}`)],
    [
      t('facts.points'),
      [
        new Intl.NumberFormat(language).format(version.pointCount),
        off > 0 ? t('facts.off', { count: off }) : null,
      ]
        .filter((text) => text !== null)
        .join(' · '),
    ],
    [
      t('facts.error'),
      typicalError
        ? t('facts.errorText', {
            px: formatPixels(typicalError.pixels, language),
            ground: formatGround(typicalError.metres, language),
          })
        : t('facts.unknown'),
    ],
  ]
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
