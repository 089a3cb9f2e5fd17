import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ProposalReason } from '../../model/propose/proposals.ts'
import classes from './propose-panel.module.css'
import { RegionText, RegionButton, type Region } from './region-line.tsx'

interface NothingProps {
  readonly reason: ProposalReason
  readonly region: Region
  readonly onByHand: () => void
}

/** Nothing is proposed: why, and what would help. Another region helps wherever words were read. */
export function Nothing({ reason, region, onByHand }: NothingProps) {
  const { t } = useTranslation('propose')
  return (
    <>
      <div role="status">
        <Text size="sm">{t(`nothing.${reason}`)}</Text>
        {reason !== 'no-words' && (
          <Text size="sm" c="dimmed">
            <RegionText near={region.near} /> {t(region.near ? 'help.world' : 'help.near')}
          </Text>
        )}
      </div>
      <div className={classes['row']}>
        {reason !== 'no-words' && <RegionButton region={region} variant="filled" />}
        <Button size="sm" variant="default" onClick={onByHand}>
          {t('byHand')}
        </Button>
      </div>
    </>
  )
}
