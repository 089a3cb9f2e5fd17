import { useEffect } from 'react'
import { onServer } from '../api/server-address.ts'
import '../ui/plain-base.css'
import { PageLink } from '../ui/page-steps.tsx'
import { BlendSlider } from './blend-slider.tsx'
import { Counters } from './counters.tsx'
import { LandingHeader } from './landing-header.tsx'
import { Features, Steps } from './landing-parts.tsx'
import { Call, Footer, Prices, Voices } from './landing-closing.tsx'
import classes from './landing.module.css'
import { useHasSession } from './use-has-session.ts'
import { useDroppedScan } from './use-dropped-scan.ts'
import { LandingLanguage, useLandingLanguage, useLandingTexts } from './use-landing-language.ts'

function Hero() {
  const { t } = useLandingTexts()
  const isSignedIn = useHasSession()
  return (
    <section className={classes.hero}>
      <div>
        <h1>{t('hero.title')}</h1>
        <p>{t('hero.text')}</p>
        <div className={classes.ways}>
          <PageLink to="/try" className={classes.button}>
            {t('hero.try')}
          </PageLink>
          {!isSignedIn && (
            <PageLink to="/register" className={classes.quietButton}>
              {t('hero.start')}
            </PageLink>
          )}
          {isSignedIn ? (
            <PageLink to="/public-maps" className={classes.wayLink}>
              {t('hero.look')}
            </PageLink>
          ) : (
            // A page apart from the product.
            <a href={onServer('/explore')} className={classes.wayLink}>
              {t('hero.look')}
            </a>
          )}
        </div>
        <p className={classes.tryNote}>
          {t('hero.tryNote')} <span className={classes.forMouse}>{t('hero.drop')}</span>
        </p>
      </div>
      <BlendSlider />
    </section>
  )
}

/** The first stop of the Tab key: past the head. */
function SkipLink() {
  const { t } = useLandingTexts()
  return (
    <a href="#content" className="skip-link">
      {t('nav.skip')}
    </a>
  )
}

/** The public page: what the product does, shown by doing it. */
export function LandingPage() {
  const [language, setLanguage] = useLandingLanguage()
  useDroppedScan()
  // The address may name a part of the page, which was not there yet when the browser looked for it.
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <LandingLanguage value={language}>
      <div lang={language} className={classes.page}>
        <SkipLink />
        <LandingHeader onLanguage={setLanguage} />
        <main id="content" tabIndex={-1}>
          <Hero />
          <Counters />
          <Features />
          <Steps />
          <Prices />
          <Voices />
          <Call />
        </main>
        <Footer />
      </div>
    </LandingLanguage>
  )
}
