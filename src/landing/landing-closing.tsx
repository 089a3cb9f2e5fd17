import { IconCheck } from '@tabler/icons-react'
import { Mark } from '../ui/mark.tsx'
import { PageLink } from '../ui/page-steps.tsx'
import { Contact, Operator } from './contact.tsx'
import classes from './landing.module.css'
import { NearView } from './near-view.tsx'
import { useHasSession } from './use-has-session.ts'
import { useConfig, useFigures } from './use-instance.ts'
import { useLandingTexts } from './use-landing-language.ts'

/** The three plans. */
export function Prices() {
  const { t } = useLandingTexts()
  return (
    <section id="kainos" className={classes.section}>
      <h2>{t('prices.title')}</h2>
      <NearView waiting={<Plans />}>
        <PlansHere />
      </NearView>
    </section>
  )
}

/** The plans with what this instance allows. */
const PlansHere = () => <Plans mapsPerMonth={useConfig()?.limits.mapsPerMonth} />

/** Maps a month of the free plan where the instance sets no limit, or has not said. */
const FREE_MAPS = 3

/** @param mapsPerMonth 0: no limit; undefined: not known yet */
function Plans({ mapsPerMonth }: { readonly mapsPerMonth?: number | undefined }) {
  const { t } = useLandingTexts()
  const itemsOf = (plan: 'free' | 'pro' | 'institution') => {
    const items = t(`prices.${plan}.items`).split('|')
    return plan === 'free' ? [t('prices.free.limit', { count: mapsPerMonth || FREE_MAPS }), ...items] : items
  }
  return (
    <>
      <ul className={classes.plans}>
        {(['free', 'pro', 'institution'] as const).map((plan) => (
          <li key={plan} data-plan={plan}>
            <h3>{t(`prices.${plan}.name`)}</h3>
            <p className={classes.price}>
              {t(`prices.${plan}.price`)}
              {plan === 'institution' ? null : <small> {t('prices.perMonth')}</small>}
            </p>
            <p>{t(`prices.${plan}.text`)}</p>
            <ul>
              {itemsOf(plan).map((item) => (
                <li key={item}>
                  <IconCheck size={18} stroke={2} aria-hidden /> {item}
                </li>
              ))}
            </ul>
            {plan === 'institution' ? (
              <NearView>
                <Contact as="button" />
              </NearView>
            ) : (
              <PageLink to="/register" className={plan === 'pro' ? classes.button : classes.quietButton}>
                {t(`prices.${plan}.button`)}
              </PageLink>
            )}
          </li>
        ))}
      </ul>
      <p className={classes.note}>{t('prices.note')}</p>
      {mapsPerMonth === 0 ? <p className={classes.note}>{t('prices.noLimit')}</p> : null}
    </>
  )
}

/** Three testimonials, examples and called so, until the instance has figures of its own to show. */
export function Voices() {
  const { t } = useLandingTexts()
  if (useFigures() !== null) return null
  return (
    <section className={classes.section}>
      <h2>{t('voices.title')}</h2>
      <ul className={classes.voices}>
        {(['archaeologist', 'genealogist', 'archivist'] as const).map((voice) => (
          <li key={voice}>
            <blockquote>{t(`voices.${voice}.text`)}</blockquote>
            <p>{t(`voices.${voice}.name`)}</p>
          </li>
        ))}
      </ul>
      <p className={classes.note}>{t('voices.note')}</p>
    </section>
  )
}

/** The last invitation. */
export function Call() {
  const { t } = useLandingTexts()
  return (
    <section className={classes.call}>
      <h2>{t('call.title')}</h2>
      <p>{t('call.text')}</p>
      <PageLink to="/register" className={classes.button}>
        {t('call.button')}
      </PageLink>
    </section>
  )
}

export function Footer() {
  const { t } = useLandingTexts()
  const isSignedIn = useHasSession()
  return (
    <footer id="kontaktai" className={classes.footer}>
      <div>
        <p className={classes.footerBrand}>
          <Mark size={24} /> Palimpsest
        </p>
        <p>{t('footer.text')}</p>
        <p>{t('footer.data')}</p>
      </div>
      <div>
        <h2>{t('footer.product')}</h2>
        <a href="#funkcijos">{t('nav.features')}</a>
        <a href="#galimybes">{t('nav.how')}</a>
        <a href="#kainos">{t('nav.prices')}</a>
        {isSignedIn ? (
          <PageLink to="/main">{t('nav.maps')}</PageLink>
        ) : (
          <PageLink to="/login">{t('nav.login')}</PageLink>
        )}
      </div>
      <div>
        <h2>{t('footer.contact')}</h2>
        <NearView waiting={<Operator />}>
          <Contact as="foot" />
        </NearView>
      </div>
    </footer>
  )
}
