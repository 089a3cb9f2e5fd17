import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import classes from './fold.module.css'

interface FoldProps {
  readonly label: string
  /** What is inside, in a few words. */
  readonly hint?: string | undefined
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A part that unfolds below its label. What has been in it once stays there, so that nothing typed is lost. */
export function Fold({ label, hint, isOpen, onToggle, children }: FoldProps) {
  const id = useId()
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <div className={classes.fold} data-open={isOpen}>
      <button
        type="button"
        className={classes.label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => onToggle(!isOpen)}
      >
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
        <span>{label}</span>
        {hint ? <span className={classes.hint}>{hint}</span> : null}
      </button>
      <div id={id} hidden={!isOpen} className={classes.content}>
        {wasOpen ? children : null}
      </div>
    </div>
  )
}
