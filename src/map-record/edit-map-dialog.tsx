import { Button, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord, MapSummary } from '../../contract/api/map-record.ts'
import { updateMap } from '../../contract/api/maps.ts'
import { refusalText } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { usePermissions } from '../session/permissions.ts'
import { toast } from '../ui/toast-store.ts'
import { MapFields } from './form/map-fields.tsx'
import { formOfMap, updateBodyOf } from './form/map-form-values.ts'
import { useMapForm } from './form/use-map-form.ts'
import { mapKeys, refreshMap } from './map-queries.ts'
import classes from './upload/upload.module.css'

interface EditMapDialogProps {
  readonly map: MapSummary
  readonly onClose: () => void
  readonly onSaved?: (map: MapRecord) => void
}

/** "Edit map info": the metadata of a map that is there. */
export function EditMapDialog({ map, onClose, onSaved }: EditMapDialogProps) {
  const { t } = useTranslation(['maps', 'common'])
  const queries = useQueryClient()
  const form = useMapForm(formOfMap(map))
  const { canTogglePublic } = usePermissions(map)
  const [failure, setFailure] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(updateMap, { params: { id: map.id }, body: updateBodyOf(form.values) }),
    onSuccess: (saved) => {
      queries.setQueryData(mapKeys.record(map.id), saved)
      void refreshMap(queries, map.id)
      toast.success(t('edit.saved'))
      onSaved?.(saved)
      onClose()
    },
    onError: (error) => {
      const text = refusalText(error) ?? t('edit.failed')
      form.refuse(error)
      setFailure(text)
      toast.error(text)
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={t('edit.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      size={800}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setFailure(undefined)
          if (form.judge()) mutate()
        }}
      >
        <MapFields form={form} canTogglePublic={canTogglePublic} isDisabled={isPending} />
        <div className="dialog-footer">
          {failure ? (
            <p className={`${classes.error} ${classes.footError}`} role="alert">
              {failure}
            </p>
          ) : null}
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
