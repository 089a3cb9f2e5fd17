import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isFitErrorCode } from '../../../contract/api/raster-failures.ts'
import { MAX_CONTROL_POINTS } from '../../../contract/constants.ts'

interface FitErrorProps {
  /** Of the worker; another than FIT_ERROR_CODES reads "could not be computed". */
  readonly code: string
  /** Numbers of the points that are meant; may be empty. */
  readonly numbers: readonly number[]
  /** Points missing for this transformation. */
  readonly missing: number
  /** No point stands yet. */
  readonly isFirst: boolean
  /** It was to be published just now. */
  readonly isAsked?: boolean
  /** Undefined: whoever shows it closes it. */
  readonly onClose?: () => void
}

/** Why there is no overlay, in the specification's words, and what to do about it. */
export function FitError({ code, numbers, missing, isFirst, isAsked = false, onClose }: FitErrorProps) {
  const { t } = useTranslation(['editor', 'errors'])
  const known = isFitErrorCode(code) ? code : null
  const named = numbers.map((number) => t('point.number', { number })).join(', ') || t('fit.these')
  const help =
    known === 'insufficientControlPoints'
      ? t(isFirst ? 'fit.insufficientControlPointsFirst' : 'fit.insufficientControlPointsHelp', {
          count: Math.max(1, missing),
        })
      : t(`fit.${known ?? 'failed'}Help`, {
          numbers: named,
          count: known === 'tooManyControlPoints' ? MAX_CONTROL_POINTS : Math.max(1, numbers.length),
        })
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={known ? t(`errors:raster.${known}`) : t('fit.failed')}
      p="xs"
      withCloseButton={onClose !== undefined}
      closeButtonLabel={t('point.close')}
      {...(onClose && { onClose })}
      radius="md"
    >
      {isAsked && <div>{t('fit.notPublished')}</div>}
      {help}
    </Alert>
  )
}
