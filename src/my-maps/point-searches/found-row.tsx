import { Button } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FoundPoints, PointDecision } from '../../../contract/api/point-searches.ts'
import { MapThumbnail } from '../../map-record/map-thumbnail.tsx'
import classes from './point-searches.module.css'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true }

/** As the editor says how sure a point is. */
const VERY_LIKELY = 3
const LIKELY = 2
const surenessOf = (odds: number) =>
  odds >= VERY_LIKELY ? 'veryLikely' : odds >= LIKELY ? 'likely' : 'possible'

interface FoundRowProps {
  readonly map: FoundPoints
  readonly onDecide: (decision: PointDecision) => void
}

/** A map with where it would lie, how sure that is, and what may be done with it. */
export function FoundRow({ map, onDecide }: FoundRowProps) {
  const { t } = useTranslation('pointSearches')
  const { mapId, title, year, basePath, place, by, odds, points } = map
  const facts = [
    t(`where.${by}`, { place }),
    t(`odds.${surenessOf(odds)}`),
    t(by === 'sheet' ? 'corners' : 'points', { count: points.length }),
  ]
  return (
    <li className={classes.row} data-found={mapId} aria-label={`${title}: ${facts.join(', ')}`}>
      <div className={classes.picture}>
        <MapThumbnail basePath={basePath} alt="" isReady />
      </div>
      <div className={classes.about}>
        <h2 className={classes.name}>{year === null ? title : t('titleYear', { title, year })}</h2>
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
      <div className={classes.actions}>
        <Button
          leftSection={<IconCheck {...ICON} />}
          aria-label={t('acceptNamed', { title })}
          aria-keyshortcuts="Y"
          onClick={() => onDecide('accepted')}
        >
          {t('accept')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPencil {...ICON} />}
          aria-label={t('mendNamed', { title })}
          aria-keyshortcuts="E"
          onClick={() => onDecide('mended')}
        >
          {t('mend')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX {...ICON} />}
          aria-label={t('refuseNamed', { title })}
          aria-keyshortcuts="Delete"
          onClick={() => onDecide('refused')}
        >
          {t('refuse')}
        </Button>
      </div>
    </li>
  )
}
