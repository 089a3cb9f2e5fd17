import { useEffect, useState } from 'react'
import { BrandLink } from '../ui/brand-link.tsx'
import type { InterfaceLanguage } from '../ui/i18n/language.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { PageLink } from '../ui/page-steps.tsx'
import classes from './landing-header.module.css'
import { useHasSession } from './use-has-session.ts'
import { useLandingTexts } from './use-landing-language.ts'

/** The header changes once the page is scrolled further than this, in CSS pixels. */
const SCROLLED_PX = 100

const ANCHORS = [
  ['funkcijos', 'features'],
  ['galimybes', 'how'],
  ['kainos', 'prices'],
  ['kontaktai', 'contacts'],
] as const

function useIsScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(() => window.scrollY > SCROLLED_PX)
  useEffect(() => {
    const onScroll = () => setIsScrolled(window.scrollY > SCROLLED_PX)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return isScrolled
}

/** The sticky head: the parts of the page, the language, the way in. */
export function LandingHeader({
  onLanguage,
}: {
  readonly onLanguage: (language: InterfaceLanguage) => void
}) {
  const { t, language } = useLandingTexts()
  const isScrolled = useIsScrolled()
  const isSignedIn = useHasSession()
  return (
    <header className={classes.header} data-scrolled={isScrolled}>
      <BrandLink label="Palimpsest" />
      <nav aria-label={t('nav.label')} className={classes.nav}>
        {ANCHORS.map(([anchor, key]) => (
          <a key={anchor} href={`#${anchor}`}>
            {t(`nav.${key}`)}
          </a>
        ))}
      </nav>
      <div className={classes.tools}>
        {isSignedIn ? (
          <PageLink to="/main" className={classes.start} data-only-way>
            {t('nav.maps')}
          </PageLink>
        ) : (
          <>
            <PageLink to="/login" className={classes.login}>
              {t('nav.login')}
            </PageLink>
            <PageLink to="/register" className={classes.start}>
              {t('nav.start')}
            </PageLink>
          </>
        )}
        {/* The last one: where words grow or shrink with the language, it stays under the finger. */}
        <LanguageSwitch current={language} onChoose={onLanguage} />
      </div>
    </header>
  )
}
