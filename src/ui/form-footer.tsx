import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCloseGuard } from './close-guard.ts'
import classes from './form-footer.module.css'

interface FormFooterProps {
  readonly onCancel: () => void
  /** "Cancel" unless given. */
  readonly cancelLabel?: string
  /** "Save changes" unless given. */
  readonly submitLabel?: string
  /** Without it the button sends the form that it stands in. */
  readonly onSubmit?: () => void
  readonly isSubmitDisabled?: boolean
  /** While true the buttons wait for the answer. */
  readonly isBusy?: boolean
  /** Why the last attempt failed. */
  readonly error?: string | undefined
}

/** The foot of a dialog in which something is entered: cancel, send, and why it was refused. */
export function FormFooter(footer: FormFooterProps) {
  const {
    onCancel,
    cancelLabel,
    submitLabel,
    onSubmit,
    isSubmitDisabled = false,
    isBusy = false,
    error,
  } = footer
  const { t } = useTranslation()
  const guard = useCloseGuard()
  return (
    <div className="dialog-footer">
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
      <Button variant="default" onClick={() => guard(onCancel)} disabled={isBusy}>
        {cancelLabel ?? t('action.cancel')}
      </Button>
      <Button
        type={onSubmit ? 'button' : 'submit'}
        onClick={onSubmit}
        loading={isBusy}
        disabled={isSubmitDisabled}
      >
        {submitLabel ?? t('action.save')}
      </Button>
    </div>
  )
}
