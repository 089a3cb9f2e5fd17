import {
  IconBooks,
  IconCompass,
  IconDownload,
  IconEye,
  IconRulerMeasure,
  IconUsers,
} from '@tabler/icons-react'
import { useShownTheme } from '../ui/use-shown-theme.ts'
import classes from './landing.module.css'
import { useLandingTexts } from './use-landing-language.ts'

const FEATURES = [
  ['overlay', IconEye],
  ['accuracy', IconRulerMeasure],
  ['share', IconBooks],
  ['field', IconCompass],
  ['together', IconUsers],
  ['open', IconDownload],
] as const

/** What can be done, as cards. */
export function Features() {
  const { t } = useLandingTexts()
  return (
    <section id="funkcijos" className={classes.section}>
      <h2>{t('features.title')}</h2>
      <ul className={classes.features}>
        {FEATURES.map(([key, Icon]) => (
          <li key={key}>
            <Icon size={26} stroke={1.5} aria-hidden />
            <h3>{t(`features.${key}.title`)}</h3>
            <p>{t(`features.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Three steps, each with a picture of the product itself. */
export function Steps() {
  const { t, language } = useLandingTexts()
  const theme = useShownTheme()
  return (
    <section id="galimybes" className={classes.section}>
      <h2>{t('how.title')}</h2>
      <ol className={classes.steps}>
        {(['upload', 'points', 'result'] as const).map((step) => (
          <li key={step}>
            <img
              src={`/landing/${step}-${language}-${theme}.webp`}
              alt={t(`how.${step}.picture`)}
              width={960}
              height={600}
              srcSet={`/landing/${step}-${language}-${theme}-640.webp 640w, /landing/${step}-${language}-${theme}.webp 960w`}
              // A phone shows a square of its middle.
              sizes="(max-width: 34.99em) 560px, 420px"
              loading="lazy"
              decoding="async"
            />
            <h3>{t(`how.${step}.title`)}</h3>
            <p>{t(`how.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
