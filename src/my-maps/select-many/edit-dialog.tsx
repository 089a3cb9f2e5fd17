import { useTranslation } from 'react-i18next'
import { MapFields } from '../../map-record/form/map-fields.tsx'
import { EMPTY_MAP_FORM, type MapFormValues } from '../../map-record/form/map-form-values.ts'
import { useMapForm } from '../../map-record/form/use-map-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'

/** No field is filled in. The title, which every map has of its own, is never asked for and never changed. */
const NOTHING: MapFormValues = { ...EMPTY_MAP_FORM, title: '-' }

interface EditDialogProps {
  /** How many maps are changed. */
  readonly count: number
  readonly onClose: () => void
  /** `first`: the form as it was before anything was filled in. */
  readonly onSave: (first: MapFormValues, values: MapFormValues) => void
}

/** Fields that all the chosen maps get; what is left empty stays as it is. */
export function EditDialog({ count, onClose, onSave }: EditDialogProps) {
  const { t } = useTranslation('many')
  const form = useMapForm(NOTHING)
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      isFilled={form.isChanged}
      title={t('select.editTitle', { count })}
      size={800}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (form.judge()) onSave(form.first, form.values)
        }}
      >
        <p>{t('select.editText')}</p>
        <MapFields form={form} isForMany canTogglePublic={false} isDisabled={false} />
        <FormFooter onCancel={onClose} isSubmitDisabled={!form.isChanged} />
      </form>
    </Dialog>
  )
}
