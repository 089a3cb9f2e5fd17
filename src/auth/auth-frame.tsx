import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Mark } from '../ui/mark.tsx'
import classes from './auth.module.css'

interface AuthFrameProps {
  readonly title: string
  readonly text: string
  /** The card: a form, or what stands in its place. */
  readonly children: ReactNode
}

/** What the screens around an account share: the mark, the language and one card. */
export function AuthFrame({ title, text, children }: AuthFrameProps) {
  const { t } = useTranslation('auth')
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link to="/landing" className={classes.brand} aria-label={`Palimpsest. ${t('home')}`}>
          <Mark size={28} />
          <span>Palimpsest</span>
        </Link>
        <LanguageSwitch />
      </header>
      <main className={classes.main} id="content">
        <div className={classes.card}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.pitch}>{text}</p>
          {children}
        </div>
      </main>
    </div>
  )
}
