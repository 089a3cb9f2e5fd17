import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsMobile } from '../ui/use-is-mobile.ts'
import { MAP_TABS, type MapTab } from './filter-maps.ts'
import classes from './main-page.module.css'

interface MapTabsProps {
  readonly current: MapTab
  readonly counts: Record<MapTab, number>
  readonly onChoose: (tab: MapTab) => void
}

/** The filters that hold something, with their counts: a row of buttons, or one dropdown on a phone. */
export function MapTabs({ current, counts, onChoose }: MapTabsProps) {
  const { t } = useTranslation('maps')
  const isMobile = useIsMobile()
  const text = (tab: MapTab) => `${t(`tabs.${tab}`)} (${counts[tab]})`
  const tabs = MAP_TABS.filter((tab) => tab === 'all' || tab === current || counts[tab] > 0)
  if (isMobile)
    return (
      <NativeSelect
        aria-label={t('tabs.label')}
        value={current}
        size="md"
        data={tabs.map((tab) => ({ value: tab, label: text(tab) }))}
        onChange={({ currentTarget }) => {
          const chosen = MAP_TABS.find((tab) => tab === currentTarget.value)
          if (chosen) onChoose(chosen)
        }}
      />
    )
  return (
    <div role="group" aria-label={t('tabs.label')} className={classes.tabs}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          aria-pressed={tab === current}
          className={classes.tab}
          onClick={() => onChoose(tab)}
        >
          {t(`tabs.${tab}`)} <span className={classes.count}>{counts[tab]}</span>
        </button>
      ))}
    </div>
  )
}
