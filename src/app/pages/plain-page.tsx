import type { ReactNode } from 'react'
import { Mark } from '../../ui/mark.tsx'
import classes from './plain-page.module.css'

interface PlainPageProps {
  readonly title: string
  readonly text?: string
  /** Large figures above the title, such as 500. */
  readonly code?: string
  readonly children?: ReactNode
}

/** A page that says one thing: not found, an error, the server away. */
export function PlainPage({ title, text, code, children }: PlainPageProps) {
  return (
    <main className={classes.page} id="content">
      <a href="/" className={classes.brand} aria-label="Palimpsest">
        <Mark size={40} />
      </a>
      {code ? (
        <p className={classes.code} aria-hidden>
          {code}
        </p>
      ) : null}
      <h1 className={classes.title}>{title}</h1>
      {text ? <p className={classes.text}>{text}</p> : null}
      {children}
    </main>
  )
}
