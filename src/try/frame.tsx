import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BrandLink } from '../ui/brand-link.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import classes from './try-page.module.css'

/** The mark, the language, and one column. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('try')
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <BrandLink label={`Palimpsest. ${t('home')}`} />
        <LanguageSwitch />
      </header>
      <main className={classes['main']} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
