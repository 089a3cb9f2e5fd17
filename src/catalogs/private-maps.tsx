import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { VisibilitySwitch } from '../map-record/visibility-switch.tsx'
import classes from './private-maps.module.css'
import type { PrivateCount } from './use-private-count.ts'

/** How many maps of a catalog others will not see, and a switch for each of one's own among them. */
export function PrivateMaps({ count, own }: PrivateCount & { readonly own: readonly MapSummary[] }) {
  const { t } = useTranslation('share')
  // What is made public here stays in the list: its switch has the focus, and takes it back.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const unseen = own.filter(({ id, isPublic }) => !isPublic && !seen.has(id))
  if (unseen.length > 0) setSeen(new Set([...seen, ...unseen.map(({ id }) => id)]))
  const listed = own.filter(({ id }) => seen.has(id))
  if (count.hidden === 0 && listed.length === 0) return null
  return (
    <section className={classes.box} aria-label={t('catalog.hiddenTitle')}>
      <p className={classes.count} role="status">
        <IconEyeOff size={18} stroke={1.75} aria-hidden />
        <span>{count.hidden === 0 ? t('catalog.noneHidden') : t('catalog.hidden', count)}</span>
      </p>
      {listed.length > 0 ? (
        <ul>
          {listed.map((map) => (
            <li key={map.id}>
              <span dir="auto">{map.titles.title}</span>
              <VisibilitySwitch map={map} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
