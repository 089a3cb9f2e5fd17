import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteAccount, exportAccount } from '../../contract/api/auth.ts'
import { errorText } from '../api/api-error.ts'
import { removeToken } from '../api/bearer-token.ts'
import { callApi } from '../api/call-api.ts'
import { forgetUnsent } from '../session/forget-unsent.ts'
import { toast } from '../ui/toast-store.ts'
import classes from './settings.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/password-field.tsx'

/** A document as a file. */
const jsonFile = (document_: unknown) =>
  new Blob([JSON.stringify(document_, null, 2)], { type: 'application/json' })

function DeleteAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['settings', 'common'])
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi(deleteAccount, { body: { password } }),
    onSuccess: () => {
      forgetUnsent()
      removeToken()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={t('data.confirmTitle')} size="sm">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <p className={classes.text}>{t('data.confirmText')}</p>
        <PasswordField
          label={t('data.password')}
          autoComplete="current-password"
          value={password}
          error={error ? errorText(error) : undefined}
          showLabel={t('password.show', { field: t('data.password') })}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" color="vermilion" loading={isPending} disabled={password === ''}>
            {t('data.delete')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** What belongs to the user: taking it along, and taking it away. */
export function DataSection() {
  const { t } = useTranslation('settings')
  const [isDeleting, setIsDeleting] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = jsonFile(await callApi(exportAccount, {}))
      // Only maps need it otherwise: the lists shall not download it.
      const { giveFile } = await import('../device/give-file.ts')
      await giveFile('palimpsest.json', file)
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <section className={classes.section}>
      <h3>{t('data.title')}</h3>
      <ul className={classes.rows}>
        <li>
          <span className={classes.text}>{t('data.exportText')}</span>
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            {t('data.export')}
          </Button>
        </li>
        <li>
          <span className={classes.text}>{t('data.deleteText')}</span>
          <Button variant="outline" color="vermilion" onClick={() => setIsDeleting(true)}>
            {t('data.delete')}
          </Button>
        </li>
      </ul>
      {isDeleting ? <DeleteAccountDialog onClose={() => setIsDeleting(false)} /> : null}
    </section>
  )
}
