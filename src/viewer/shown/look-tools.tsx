import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { INK_COLOURS, INKS, type Ink, type MapLook, MOST_PAPER_PERCENT } from '../model/map-look.ts'
import { PageSlider } from '../../ui/page-slider.tsx'
import classes from './look-tools.module.css'

interface LookToolsProps {
  /** The map's title. */
  readonly name: string
  readonly look: MapLook
  /** `isStep`: a choice of its own, and not a slider on its way. */
  readonly onChange: (look: MapLook, isStep: boolean) => void
}

/** How the colours of a shown map are drawn: without its paper, in one ink, multiplied with what is beneath. */
export function LookTools({ name, look, onChange }: LookToolsProps) {
  const { t, i18n } = useTranslation('viewer')
  const group = useId()
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 }).format(
    look.paperPercent / MOST_PAPER_PERCENT,
  )
  return (
    <div role="group" aria-label={t('page.look.title', { title: name })} className={classes.look}>
      <div className={classes.line}>
        <span className={classes.name}>{t('page.look.paper')}</span>
        <PageSlider
          className={classes.slider ?? ''}
          pageStep={10}
          thumbLabel={t('page.look.paper')}
          thumbValueText={percent}
          label={null}
          size="sm"
          min={0}
          max={MOST_PAPER_PERCENT}
          step={2}
          value={look.paperPercent}
          onChange={(paperPercent) => onChange({ ...look, paperPercent }, false)}
        />
        <span className={classes.percent} aria-hidden>
          {percent}
        </span>
      </div>
      <div role="radiogroup" aria-label={t('page.look.ink')} className={classes.line}>
        <span className={classes.name} aria-hidden>
          {t('page.look.ink')}
        </span>
        {[null, ...INKS].map((ink: Ink | null) => (
          <input
            key={ink ?? 'scanned'}
            type="radio"
            name={group}
            className={ink ? classes.ink : `${classes.ink} ${classes.scanned}`}
            style={ink ? { backgroundColor: cssColour(INK_COLOURS[ink]) } : undefined}
            aria-label={t(`page.look.inks.${ink ?? 'scanned'}`)}
            title={t(`page.look.inks.${ink ?? 'scanned'}`)}
            checked={look.ink === ink}
            onChange={() => onChange({ ...look, ink }, true)}
          />
        ))}
      </div>
      <label className={classes.line}>
        <input
          type="checkbox"
          className={classes.check}
          checked={look.isMultiplied}
          onChange={({ currentTarget }) => onChange({ ...look, isMultiplied: currentTarget.checked }, true)}
        />
        {t('page.look.multiply')}
      </label>
    </div>
  )
}

const cssColour = (channels: readonly number[]) =>
  `rgb(${channels.map((share) => `${Math.round(share * 100)}%`).join(' ')})`
