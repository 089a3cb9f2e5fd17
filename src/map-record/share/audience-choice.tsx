import { useId } from 'react'
import classes from './share.module.css'

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  /** What follows from it. */
  readonly text: string
}

interface AudienceChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  /** The choice is being sent. */
  readonly isBusy: boolean
  readonly onChange: (value: Value) => void
}

/** One of several answers to the question who may see something. */
export function AudienceChoice<Value extends string>(props: AudienceChoiceProps<Value>) {
  const { label, value, choices, isBusy, onChange } = props
  const name = useId()
  return (
    <fieldset className={classes.choice} aria-busy={isBusy}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            aria-labelledby={`${name}-${choice.value}`}
            aria-describedby={`${name}-${choice.value}-text`}
            onChange={() => onChange(choice.value)}
          />
          <span>
            <span id={`${name}-${choice.value}`}>{choice.label}</span>
            <small id={`${name}-${choice.value}-text`}>{choice.text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
