import { Alert } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord, MapSummary } from '../../contract/api/map-record.ts'
import { updateMap } from '../../contract/api/maps.ts'
import { ApiError, refusalText } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { useUnsavedWork } from '../session/unsaved-work.ts'
import { usePermissions } from '../session/permissions.ts'
import { toast } from '../ui/toast-store.ts'
import { MapFields } from './form/map-fields.tsx'
import { changesOf, formOfMap, guardedChangesOf } from './form/map-form-values.ts'
import { useMapForm } from './form/use-map-form.ts'
import { refreshMap } from '../queries/map-queries.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFooter } from '../ui/form-footer.tsx'
import { ExplainedSwitch } from '../ui/explained-switch.tsx'

interface EditMapDialogProps {
  readonly map: MapSummary
  readonly onClose: () => void
  readonly onSaved?: (map: MapRecord) => void
}

/** "Edit map info": the metadata of a map that is there. */
export function EditMapDialog({ map, onClose, onSaved }: EditMapDialogProps) {
  const { t } = useTranslation('maps')
  const queries = useQueryClient()
  const form = useMapForm(formOfMap(map))
  useUnsavedWork(form.isChanged)
  const { canTogglePublic, isOwner, isAssignedUser } = usePermissions(map)
  const [acceptsClaims, setAcceptsClaims] = useState(map.acceptsClaims !== false)
  const changesClaims = acceptsClaims !== (map.acceptsClaims !== false)
  const [failure, setFailure] = useState<string>()
  const [isTold, setTold] = useState(false)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => {
      // Who has read what somebody else has written, and saves again, puts theirs in its place.
      const body = (isTold ? changesOf : guardedChangesOf)(form.first, form.values)
      return callApi(updateMap, {
        params: { id: map.id },
        body: { ...body, ...(changesClaims && { acceptsClaims }) },
      })
    },
    onSuccess: (saved) => {
      queries.setQueryData(queryKeys.record(map.id), saved)
      void refreshMap(queries, map.id)
      toast.success(t(isOwner ? 'edit.saved' : 'edit.proposed'))
      onSaved?.(saved)
      onClose()
    },
    onError: (error) => {
      const isGone = error instanceof ApiError && error.status === 404
      const text = isGone ? t('edit.gone') : (refusalText(error) ?? t('edit.failed'))
      form.refuse(error)
      setFailure(text)
      if (error instanceof ApiError && error.messageKey === 'errors.maps.changedMeanwhile') setTold(true)
      // Else the field itself tells what stands there by now.
      else toast.error(text)
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      isFilled={(form.isChanged || changesClaims) && !isSuccess}
      title={t('edit.title')}
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
        {isOwner ? null : (
          <Alert color="ultramarine" mb="md">
            {t(isAssignedUser ? 'edit.proposal' : 'edit.proposalClaims', { owner: map.user.username })}
          </Alert>
        )}
        <MapFields form={form} canTogglePublic={canTogglePublic} isOthers={!isOwner} isDisabled={isPending} />
        {isOwner && form.values.isPublic && !map.isTransformed ? (
          <ExplainedSwitch
            mt="md"
            name="acceptsClaims"
            label={t('fields.acceptsClaims')}
            description={t('fields.acceptsClaimsHint')}
            checked={acceptsClaims}
            disabled={isPending}
            onChange={({ currentTarget }) => setAcceptsClaims(currentTarget.checked)}
          />
        ) : null}
        <FormFooter onCancel={onClose} isBusy={isPending} error={failure} />
      </form>
    </Dialog>
  )
}
