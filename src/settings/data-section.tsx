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

/** Hands a document over as a file. */
function saveJson(name: string, document_: unknown): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(document_, null, 2)], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

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
          showLabel={t('password.show')}
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
    mutationFn: () => callApi(exportAccount, {}),
    onSuccess: (document_) => saveJson('palimpsest.json', document_),
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
