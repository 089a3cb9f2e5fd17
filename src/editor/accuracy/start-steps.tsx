import { List, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface StartStepsProps {
  /** Points that are still to be placed. */
  readonly missing: number
  /** None stands yet. */
  readonly isFirst: boolean
  /** Pairs are made with the crosses; a tap places nothing. */
  readonly isPhone: boolean
}

/** What a first map shows in place of the table, until enough points stand. */
export function StartSteps({ missing, isFirst, isPhone }: StartStepsProps) {
  const { t } = useTranslation('editor')
  return (
    <div>
      <Title order={2} size="h4" mb={6}>
        {t('start.title')}
      </Title>
      <List type="ordered" size="sm" spacing={4} mb={8}>
        <List.Item>{t('start.one')}</List.Item>
        <List.Item>{t(isPhone ? 'start.twoPhone' : 'start.two')}</List.Item>
        <List.Item>{t(isFirst ? 'start.first' : 'start.three', { count: missing })}</List.Item>
      </List>
    </div>
  )
}
