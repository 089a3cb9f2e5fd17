import classes from './diamond.module.css'

interface DiamondProps {
  readonly letter: string
  readonly isLit: boolean
}

/** The mark of a proposed point, hollow and of another shape than a control point. */
export function Diamond({ letter, isLit }: DiamondProps) {
  return (
    <span className={classes['diamond']} data-lit={isLit || undefined} aria-hidden>
      <span>{letter}</span>
    </span>
  )
}
