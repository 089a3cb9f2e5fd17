import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_LENGTH } from '../../../contract/constants.ts'
import type { DateRange } from '../../../contract/rules/written-date.ts'
import { saysNoDate } from '../../../contract/rules/no-date.ts'
import { yearWords } from '../map-facts.ts'
import { loadDateReader } from './date-reader.ts'

interface DateFieldProps extends TextInputProps {
  readonly value: string
}

/** A date as archives write it, with how it is understood. */
export function DateField(props: DateFieldProps) {
  const { t } = useTranslation('maps')
  const understood = useUnderstood(props.value.trim())
  const isNone = saysNoDate(props.value)
  const hint =
    isNone || understood === undefined
      ? t(isNone ? 'fields.dateNone' : 'fields.dateHint')
      : understood === null
        ? t('fields.dateUnknown')
        : t(understood.isUnsure ? 'fields.dateUnsure' : 'fields.dateUnderstood', {
            years: yearWords(understood.from, understood.to),
          })
  return (
    <TextInput
      {...props}
      maxLength={MAX_LENGTH.date}
      // What is wrong is said once.
      description={props.error ? undefined : hint}
      descriptionProps={{ role: 'status' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}

/** Undefined: nothing is written, or nobody can tell yet. */
function useUnderstood(text: string): DateRange | null | undefined {
  const [read, setRead] = useState<{ readonly text: string; readonly range: DateRange | null } | null>(null)
  useEffect(() => {
    if (text === '') return undefined
    let isCurrent = true
    loadDateReader().then(
      (reader) => {
        if (isCurrent) setRead({ text, range: reader(text) })
      },
      // Without a connection the server says it when the form is sent.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  return read?.text === text ? read.range : undefined
}
