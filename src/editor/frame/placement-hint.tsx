import { Button, Paper, Text } from '@mantine/core'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { IDLE } from '../placement/placement.ts'
import { placementAtom } from '../state/view-atoms.ts'
import classes from './placement-hint.module.css'

/** What the next click does while a pair is being placed. */
export function PlacementHint() {
  const { t } = useTranslation('editor')
  const [placement, setPlacement] = useAtom(placementAtom)
  return (
    <div className={classes['hint']} role="status">
      {placement.kind !== 'idle' && (
        <Paper className={classes['card'] ?? ''} withBorder>
          <Text size="sm">{t(`placement.${placement.kind}`)}</Text>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setPlacement(IDLE)}>
            {t('placement.cancel')}
          </Button>
        </Paper>
      )}
    </div>
  )
}
