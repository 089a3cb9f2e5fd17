import { Button, Paper, Text } from '@mantine/core'
import { useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useLayer } from '../../../ui/use-layer.ts'
import classes from '../crop/crop-panel.module.css'
import { type Picking, pickingAtom, unpick } from '../../model/sheet/sheet-state.ts'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'

interface PickPanelProps {
  readonly picking: Picking
}

/** Which place the next press on the scan picks. */
export function PickPanel({ picking: { kind, labels, picks } }: PickPanelProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  const store = useStore()
  const cancel = () => store.set(pickingAtom, null)
  useLayer(isPhone, cancel, { leavesKeys: true })
  const place = { number: picks.length + 1, count: labels.length, name: labels[picks.length] ?? '' }
  return (
    <Paper className={classes['card'] ?? ''} withBorder role="group" aria-label={t('sheet.pick.title')}>
      <Text size="sm" role="status">
        {t(`sheet.pick.${kind}`, place)}
      </Text>
      <Text size="sm" c="dimmed">
        {t(isPhone ? 'sheet.pick.byFinger' : 'sheet.pick.byKeys')}
      </Text>
      <div className={classes['row']}>
        {picks.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => unpick(store)}>
            {t('sheet.pick.back')}
          </Button>
        )}
        <Button size="compact-sm" variant="light" className={classes['done'] ?? ''} onClick={cancel}>
          {t('sheet.pick.cancel')}
        </Button>
      </div>
    </Paper>
  )
}
