import { useTranslation } from 'react-i18next'
import { formatPercent } from '../ui/number-format.ts'

interface OpacityRangeProps {
  /** 0 to 1. */
  readonly opacity: number
  readonly onChange: (opacity: number) => void
}

/** How far what lies over the modern map is seen through. */
export function OpacityRange({ opacity, onChange }: OpacityRangeProps) {
  const { t, i18n } = useTranslation('public')
  const percent = Math.round(opacity * 100)
  return (
    <label>
      <span>{t('stage.opacity')}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-valuetext={formatPercent(percent, i18n.language)}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value) / 100)}
      />
    </label>
  )
}
