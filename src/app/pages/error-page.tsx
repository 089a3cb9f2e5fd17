import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './plain-page.module.css'
import { PlainPage } from './plain-page.tsx'

/** What is shown when a page breaks; plain links, because the router itself may be what broke. */
export function ErrorPage({ error }: { readonly error?: unknown }) {
  const { t } = useTranslation()
  const details = error instanceof Error ? error.message : ''
  return (
    <PlainPage title={t('errorPage.title')} text={t('errorPage.text')}>
      <Group justify="center" gap="xs">
        <Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>
        <Button variant="default" component="a" href="/main">
          {t('action.toMain')}
        </Button>
      </Group>
      {details ? (
        <details className={classes.details}>
          <summary>{t('errorPage.details')}</summary>
          <code>{details}</code>
        </details>
      ) : null}
    </PlainPage>
  )
}
