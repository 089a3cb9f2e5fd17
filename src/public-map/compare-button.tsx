import { IconArrowsHorizontal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface CompareButtonProps {
  readonly isOn: boolean
  readonly onPress: () => void
}

/** Sets the old map beside today's, at a line that is dragged. */
export function CompareButton({ isOn, onPress }: CompareButtonProps) {
  const { t } = useTranslation('public')
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={t('stage.swipe')}
      title={t('stage.swipe')}
      onClick={onPress}
    >
      <IconArrowsHorizontal size={20} stroke={1.75} aria-hidden />
      {t('stage.compare')}
    </button>
  )
}
