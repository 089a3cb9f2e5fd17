import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { changeServer, chosenHost } from './change-server.ts'
import classes from './server-choice.module.css'

/** Which server the app is used with, and the way to another. */
export function ChosenServer() {
  const { t } = useTranslation('server')
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const host = chosenHost()
  return (
    <section className={classes.chosen} aria-label={t('chosen.title')}>
      <p>
        {t('chosen.title')}: <strong>{host}</strong>
      </p>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('chosen.change')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={isBusy}
        isDestructive={false}
        title={t('chosen.askTitle')}
        text={t('chosen.askText', { host })}
        confirmLabel={t('chosen.change')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsBusy(true)
          void changeServer()
        }}
      />
    </section>
  )
}
