import { Button, Modal, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { catalogTitleFault } from '../../contract/rules/catalog-title.ts'
import { ApiError, issueText } from '../api/api-error.ts'
import { useRenameCatalog } from '../map-record/catalog-queries.ts'

interface RenameCatalogDialogProps {
  readonly catalog: Catalog
  readonly onClose: () => void
}

/** A catalog's title, to be changed; one that stays as it was is not sent. */
export function RenameCatalogDialog({ catalog, onClose }: RenameCatalogDialogProps) {
  const { t } = useTranslation(['catalogs', 'common'])
  const [title, setTitle] = useState(catalog.title)
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useRenameCatalog(catalog)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const next = title.trim()
    if (next === catalog.title) return onClose()
    const fault = catalogTitleFault(next)
    if (fault) return setError(issueText(fault))
    mutate(next, {
      onSuccess: onClose,
      onError: (failure) =>
        setError(
          failure instanceof ApiError
            ? (failure.fieldErrors['title'] ?? failure.message)
            : t('rename.failed'),
        ),
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('rename.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      size="sm"
    >
      <form noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('create.label')}
          value={title}
          error={error}
          onChange={({ currentTarget }) => {
            setTitle(currentTarget.value)
            setError(undefined)
          }}
        />
        <div className="dialog-footer">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('common:action.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
