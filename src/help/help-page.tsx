import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asLanguage } from '../ui/i18n/language.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { useShownTheme } from '../ui/use-shown-theme.ts'
import classes from './help-page.module.css'

/** The parts of the guide in their order; each is also a part of the address. */
const PARTS = ['begin', 'points', 'lay', 'names', 'accuracy', 'share', 'field'] as const

interface HelpPageProps {
  /** Where the people who run this instance are reached; null where they name nothing. */
  readonly contact: string | null
}

/** The guide: how a map comes into place, and what the accuracy says. */
export function HelpPage({ contact }: HelpPageProps) {
  const { t } = useTranslation('help')
  return (
    <article className={classes.page}>
      <PageHeader title={t('title')} text={t('text')} />
      <nav aria-label={t('contents')} className={classes.contents}>
        <ul>
          {PARTS.map((part) => (
            <li key={part}>
              <a href={`#${part}`}>{t(`${part}.title`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Part name="begin">
        <ol>{items(t('begin.items'))}</ol>
        <p>{t('begin.after')}</p>
      </Part>
      <Part name="points">
        <p>{t('points.text')}</p>
        <PointsPicture />
        <h3>{t('points.good')}</h3>
        <ul>{items(t('points.goodItems'))}</ul>
        <h3>{t('points.bad')}</h3>
        <ul>{items(t('points.badItems'))}</ul>
        <p>{t('points.how')}</p>
      </Part>
      <Part name="lay">
        <p>{t('lay.text')}</p>
        <p>{t('lay.keys')}</p>
      </Part>
      <Part name="names">
        <p>{t('names.text')}</p>
      </Part>
      <Part name="accuracy">
        <p>{t('accuracy.text')}</p>
        <ul>{items(t('accuracy.items'))}</ul>
        <p>{t('accuracy.types')}</p>
      </Part>
      <Part name="share">
        <p>{t('share.text')}</p>
      </Part>
      <Part name="field">
        <p>{t('field.text')}</p>
      </Part>
      {contact === null ? null : (
        <p>
          {t('more')} <a href={contact}>{t('contact')}</a>
        </p>
      )}
    </article>
  )
}

const items = (text: string) => text.split('|').map((item) => <li key={item}>{item}</li>)

interface PartProps {
  readonly name: (typeof PARTS)[number]
  readonly children: ReactNode
}

function Part({ name, children }: PartProps) {
  const { t } = useTranslation('help')
  const titleId = useId()
  return (
    <section id={name} aria-labelledby={titleId} className={classes.part}>
      <h2 id={titleId}>{t(`${name}.title`)}</h2>
      {children}
    </section>
  )
}

/** The editor as it looks in this language and theme. */
function PointsPicture() {
  const { t, i18n } = useTranslation('help')
  const name = `/landing/points-${asLanguage(i18n.language)}-${useShownTheme()}`
  return (
    <img
      src={`${name}.webp`}
      srcSet={`${name}-640.webp 640w, ${name}.webp 960w`}
      sizes="(max-width: 50em) 92vw, 720px"
      alt={t('points.picture')}
      width={960}
      height={600}
      loading="lazy"
      decoding="async"
    />
  )
}
