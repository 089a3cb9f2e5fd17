import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What a first map shows in place of the table, until enough points stand. */
export function StartSteps({ missing }: { readonly missing: number }) {
  const { t } = useTranslation('editor')
  return (
    <div>
      <Text fw={600} mb={6}>
        {t('start.title')}
      </Text>
      <List type="ordered" size="sm" spacing={4}>
        <List.Item>{t('start.one')}</List.Item>
        <List.Item>{t('start.two')}</List.Item>
        <List.Item>{t('start.three', { count: missing })}</List.Item>
      </List>
    </div>
  )
}
