import { useEffect, useRef, useState } from 'react'
import { ApiError, issueText } from '../../api/api-error.ts'
import { isReadableDate } from './date-reader.ts'
import { MAP_FORM_ORDER, mapFormFaults, type MapFormField, type MapFormValues } from './map-form-values.ts'

export type MapFormErrors = Partial<Record<MapFormField, string>>

export interface MapForm {
  readonly values: MapFormValues
  /** What the form began with. */
  readonly first: MapFormValues
  readonly errors: MapFormErrors
  /** Whether anything differs from `first`. */
  readonly isChanged: boolean
  /** Takes the element around the fields: the first wrong one is looked for in it. */
  readonly setContainer: (container: HTMLElement | null) => void
  /** Changes fields; their errors go. */
  readonly change: (change: Partial<MapFormValues>) => void
  /** Judges the form, shows what is wrong and goes to the first wrong field. @returns whether all is right */
  readonly judge: () => boolean
  /** Shows what the server refused. */
  readonly refuse: (error: unknown) => void
}

/** The state of a form of metadata. */
export function useMapForm(initial: MapFormValues): MapForm {
  const [first] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<MapFormErrors>({})
  const [container, setContainer] = useState<HTMLElement | null>(null)

  const wrong = useRef<MapFormField>(undefined)
  const goToWrong = () => {
    const input = wrong.current && container?.querySelector<HTMLElement>(`[name=${wrong.current}]`)
    // Disabled while the form is being sent, folded away before its error is shown: the next render is waited for.
    if (!input || input.matches(':disabled, [hidden] *')) return
    wrong.current = undefined
    input.scrollIntoView({ block: 'center', behavior: 'smooth' })
    input.focus({ preventScroll: true })
  }
  useEffect(goToWrong)
  const show = (found: MapFormErrors) => {
    setErrors(found)
    wrong.current = MAP_FORM_ORDER.find((field) => found[field] !== undefined)
  }

  return {
    values,
    first,
    errors,
    isChanged: MAP_FORM_ORDER.some((field) => values[field] !== first[field]),
    setContainer,
    change: (change) => {
      setValues({ ...values, ...change })
      const cleared = Object.keys(change).map((field) => [field, undefined])
      setErrors({ ...errors, ...Object.fromEntries(cleared) })
    },
    judge: () => {
      const faults = Object.entries(mapFormFaults(values, isReadableDate)).map(
        ([field, { key, details }]) => [field, issueText(key, details)],
      )
      show(Object.fromEntries(faults))
      goToWrong()
      return faults.length === 0
    },
    refuse: (error) => {
      if (!(error instanceof ApiError)) return
      const { scale, ...fields } = error.fieldErrors
      show(scale === undefined ? fields : { ...fields, scaleDenominator: scale })
    },
  }
}
