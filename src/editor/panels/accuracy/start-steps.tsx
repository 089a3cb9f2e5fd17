import { Button, List, Text, Title } from '@mantine/core'
import { IconHandMove } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { isCarriedAtom } from '../../model/warp-atoms.ts'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'

interface StartStepsProps {
  /** Points that are still to be placed. */
  readonly missing: number
  /** None stands yet. */
  readonly isFirst: boolean
  /** Pairs are made with the crosses; a tap places nothing. */
  /** Undefined: nothing can be placed. */
  readonly onLay: (() => void) | undefined
}

/** What a first map shows in place of the table, until enough points stand. */
export function StartSteps({ missing, isFirst, onLay }: StartStepsProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  // The sheet is placed already: points fix it there.
  const isCarried = useAtomValue(isCarriedAtom)
  return (
    <div>
      <Title order={2} size="h4" mb={6}>
        {t('start.title')}
      </Title>
      <List type="ordered" size="sm" spacing={4} mb={8}>
        <List.Item>{t('start.one')}</List.Item>
        <List.Item>{t(isPhone ? 'start.twoPhone' : 'start.two')}</List.Item>
        <List.Item>
          {t(isCarried ? 'start.holds' : isFirst ? 'start.first' : 'start.three', { count: missing })}
        </List.Item>
      </List>
      {onLay && (
        <>
          <Text size="sm" mb={6}>
            {t('start.lay')}
          </Text>
          <Button
            size="sm"
            variant="default"
            mb={8}
            leftSection={<IconHandMove size={18} stroke={1.75} aria-hidden />}
            onClick={onLay}
          >
            {t(isCarried ? 'lay.pullTitle' : 'lay.title')}
          </Button>
        </>
      )}
    </div>
  )
}
