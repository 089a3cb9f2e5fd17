import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { clampYear } from './time-scale.ts'

interface YearFieldProps {
  readonly label: string
  readonly year: number
  /** A press on the band moves this one. */
  readonly isPicked?: boolean
  readonly onPick?: () => void
  readonly onYear: (year: number) => void
  /** Enter: what was typed is meant. */
  readonly onEnter: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** A year that is typed; it counts once the field is left, or by Enter. */
export function YearField({ label, year, isPicked, onPick, onYear, onEnter }: YearFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const enter = () => {
    // A minus sign may be typed as it is printed.
    const text = typed?.replace('−', '-').trim() ?? ''
    if (/^-?\d{1,5}$/.test(text)) onYear(clampYear(Number(text)))
    setTyped(null)
  }
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={typed ?? String(year)}
      data-picked={isPicked}
      onFocus={({ currentTarget }) => {
        onPick?.()
        currentTarget.select()
      }}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        if (typed !== null) enter()
      }}
      onKeyDown={(event) => {
        const step = STEPS[event.key]
        if (event.key === 'Enter') {
          if (typed !== null) enter()
          onEnter()
        } else if (step !== undefined) {
          event.preventDefault()
          setTyped(null)
          onYear(clampYear(year + step))
        }
      }}
    />
  )
}
