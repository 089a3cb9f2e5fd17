import type { ReactNode } from 'react'
import classes from './page.module.css'

interface PageHeaderProps {
  readonly title: string
  readonly text?: string
  /** Buttons at the right; below the title on a phone. */
  readonly actions?: ReactNode
}

/** The head of a page: its one h1. */
export function PageHeader({ title, text, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.heading}>
        <h1 className={classes.title}>{title}</h1>
        {text ? <p className={classes.lead}>{text}</p> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  )
}
