import { useState } from 'react'
import { formatPercent } from '../ui/number-format.ts'
import classes from './blend-slider.module.css'
import { useLandingTexts } from './use-landing-language.ts'

/** Part of the old map that is see-through at first, in percent. */
const FIRST_TRANSPARENCY = 35

const picture = (name: 'historical' | 'modern') => ({
  srcSet: `/landing/${name}-640.webp 640w, /landing/${name}.webp 1280w`,
  sizes: '(max-width: 56.24em) 94vw, 680px',
  src: `/landing/${name}.webp`,
})

/** An old and a modern map of the same place, and how much of one shows through the other. */
export function BlendSlider() {
  const { t, language } = useLandingTexts()
  const [transparency, setTransparency] = useState(FIRST_TRANSPARENCY)
  return (
    <figure className={classes.figure}>
      <div className={classes.maps}>
        <img {...picture('modern')} alt={t('hero.modern')} width={1280} height={800} />
        <img
          {...picture('historical')}
          alt={t('hero.historical')}
          width={1280}
          height={800}
          fetchPriority="high"
          style={{ opacity: 1 - transparency / 100 }}
        />
      </div>
      <div className={classes.control}>
        <span aria-hidden>{t('hero.historical')}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={transparency}
          aria-label={t('hero.slider')}
          aria-valuetext={formatPercent(transparency, language)}
          onChange={({ currentTarget }) => setTransparency(currentTarget.valueAsNumber)}
        />
        <span aria-hidden>{t('hero.modern')}</span>
      </div>
      <figcaption>{t('hero.example')}</figcaption>
    </figure>
  )
}
