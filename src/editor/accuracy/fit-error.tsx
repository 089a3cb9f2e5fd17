import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MAX_CONTROL_POINTS } from '../../../contract/constants.ts'

/** Codes of a fit that failed, as the kernel names them; all others read "could not be computed". */
const KNOWN = [
  'insufficient',
  'duplicate',
  'collinear',
  'solveFailed',
  'conflict',
  'notFinite',
  'outOfWorld',
  'tooMany',
  'acrossDateLine',
] as const

interface FitErrorProps {
  readonly code: string
  /** Numbers of the points that are meant; may be empty. */
  readonly numbers: readonly number[]
  /** Points missing for this transformation. */
  readonly missing: number
  /** No point stands yet. */
  readonly isFirst: boolean
}

/** Why there is no overlay, in the specification's words, and what to do about it. */
export function FitError({ code, numbers, missing, isFirst }: FitErrorProps) {
  const { t } = useTranslation('editor')
  const known = KNOWN.find((candidate) => candidate === code) ?? 'failed'
  const named = numbers.map((number) => t('point.number', { number })).join(', ') || t('fit.these')
  const help =
    known === 'insufficient'
      ? t(isFirst ? 'fit.insufficientFirst' : 'fit.insufficientHelp', { count: Math.max(1, missing) })
      : t(`fit.${known}Help`, { numbers: named, count: MAX_CONTROL_POINTS })
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t(`fit.${known}`)}
      p="xs"
      radius="md"
    >
      {help}
    </Alert>
  )
}
