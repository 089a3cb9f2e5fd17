import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BrandLink } from '../ui/brand-link.tsx'
import { isFocusLost } from '../ui/focus-place.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
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
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Who comes by a link or is signed out hears where they are, and is one Tab from the first field.
    if (isFocusLost()) heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <BrandLink label={`Palimpsest. ${t('home')}`} />
        <LanguageSwitch />
      </header>
      <main className={classes.main} id="content">
        <div className={classes.card}>
          <h1 className={classes.title} ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className={classes.pitch}>{text}</p>
          {children}
        </div>
      </main>
    </div>
  )
}
