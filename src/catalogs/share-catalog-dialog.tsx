import { Button, Modal, Text, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { usernameFault } from '../../contract/rules/account-fields.ts'
import { ApiError, issueText } from '../api/api-error.ts'
import { useShareCatalog } from '../map-record/catalog-queries.ts'
import { toast } from '../ui/toast-store.ts'

interface ShareCatalogDialogProps {
  readonly catalog: Catalog
  readonly onClose: () => void
}

/** Lets another user see a catalog. */
export function ShareCatalogDialog({ catalog, onClose }: ShareCatalogDialogProps) {
  const { t } = useTranslation(['catalogs', 'common'])
  const [username, setUsername] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useShareCatalog(catalog)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = username.trim()
    const fault = usernameFault(name)
    if (fault) return setError(issueText(fault))
    mutate(name, {
      onSuccess: () => {
        toast.success(t('share.done', { title: catalog.title, username: name }))
        onClose()
      },
      onError: (failure) =>
        setError(
          failure instanceof ApiError
            ? (failure.fieldErrors['username'] ?? failure.message)
            : t('share.failed'),
        ),
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('share.title', { title: catalog.title })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      size="sm"
    >
      <form noValidate onSubmit={submit}>
        <Text mb="sm">{t('share.text')}</Text>
        <TextInput
          data-autofocus
          label={t('share.username')}
          value={username}
          error={error}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            setUsername(currentTarget.value)
            setError(undefined)
          }}
        />
        <div className="dialog-footer">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('share.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
