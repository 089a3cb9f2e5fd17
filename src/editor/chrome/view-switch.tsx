import { Kbd, SegmentedControl, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './view-switch.module.css'
import { VIEW_MODES } from '../model/view-atoms.ts'
import type { Side } from '../../map/pane-props.ts'
import type { ViewMode } from '../model/view-atoms.ts'

/** Original, split or result. */
export function ViewSwitch({
  mode,
  onChange,
}: {
  readonly mode: ViewMode
  readonly onChange: (mode: ViewMode) => void
}) {
  const { t } = useTranslation('editor')
  return (
    <SegmentedControl
      aria-label={t('view.label')}
      size="xs"
      value={mode}
      onChange={(value) => onChange(VIEW_MODES.find((candidate) => candidate === value) ?? 'split')}
      data={VIEW_MODES.map((value, at) => ({
        value,
        label: (
          <Tooltip
            position="bottom"
            label={
              <>
                {t(`view.${value}Hint`)} <Kbd size="xs">{at + 1}</Kbd>
              </>
            }
          >
            <span>{t(`view.${value}`)}</span>
          </Tooltip>
        ),
      }))}
    />
  )
}

/** The phone's big toggle between the two panes. */
export function SideSwitch({
  side,
  onChange,
}: {
  readonly side: Side
  readonly onChange: (side: Side) => void
}) {
  const { t } = useTranslation('editor')
  return (
    <SegmentedControl
      aria-label={t('pane.show')}
      className={classes['sides'] ?? ''}
      size="md"
      fullWidth
      value={side}
      onChange={(value) => onChange(value === 'map' ? 'map' : 'scan')}
      data={[
        { value: 'scan', label: t('pane.toggleScan') },
        { value: 'map', label: t('pane.toggleMap') },
      ]}
    />
  )
}
