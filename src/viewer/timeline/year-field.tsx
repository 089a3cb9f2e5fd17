import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { clampYear } from './time-scale.ts'

/** What was typed and is no year of the band. */
export interface WrongYear {
  readonly text: string
  /** The nearest year of the band, which is taken instead; null: it is no year at all, and nothing changes. */
  readonly taken: number | null
}

interface YearFieldProps {
  readonly label: string
  readonly year: number
  /** A press on the band moves this one. */
  readonly isPicked?: boolean
  readonly onPick?: () => void
  readonly onYear: (year: number) => void
  /** What was typed is no year of the band; null: what is typed now is another. */
  readonly onWrong: (wrong: WrongYear | null) => void
  /** Enter: what was typed is meant. */
  readonly onEnter: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** A year that is typed; it counts once the field is left, or by Enter. */
export function YearField({ label, year, isPicked, onPick, onYear, onWrong, onEnter }: YearFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  /** Takes what was typed; `isMeant`: by Enter. */
  const enter = (isMeant: boolean) => {
    if (typed === null) {
      if (isMeant) onEnter()
      return
    }
    // A minus sign may be typed as it is printed.
    const text = typed.replace('−', '-').trim()
    const named = /^-?\d{1,5}$/.test(text) ? Number(text) : null
    setTyped(null)
    const taken = named === null ? null : clampYear(named)
    if (taken !== null) onYear(taken)
    if (isMeant && named !== null) onEnter()
    // The last word: whatever moves the band takes it back.
    if (text !== '' && (named === null || named !== taken)) onWrong({ text, taken })
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
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onWrong(null)
      }}
      onBlur={() => enter(false)}
      onKeyDown={(event) => {
        const step = STEPS[event.key]
        if (event.key === 'Enter') enter(true)
        else if (step !== undefined) {
          event.preventDefault()
          setTyped(null)
          onYear(clampYear(year + step))
        }
      }}
    />
  )
}
