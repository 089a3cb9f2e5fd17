import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconHourglass,
  IconLoader2,
  IconPencil,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { serverNow } from '../api/server-clock.ts'
import classes from './map-card.module.css'
import { mapState } from './map-facts.ts'

const ICONS = {
  processing: IconLoader2,
  failed: IconAlertTriangle,
  awaitingApproval: IconHourglass,
  inProgress: IconPencil,
  transformed: IconCircleCheck,
  untransformed: IconCircleDashed,
}

/** Where a map stands, as an icon and a word. */
export function MapStateWord({ map }: { readonly map: MapSummary }) {
  const { t } = useTranslation('maps')
  const state = mapState(map, serverNow())
  const Icon = ICONS[state]
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {wordOf()}
    </span>
  )

  function wordOf() {
    const percent = Math.round(map.processing.percent)
    if (map.processing.state === 'fetching') return t('state.fetchingPercent', { percent })
    return map.processing.state === 'converting'
      ? t('state.processingPercent', { percent })
      : t(`state.${state}`)
  }
}
