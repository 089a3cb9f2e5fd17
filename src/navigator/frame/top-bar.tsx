import { IconArrowLeft, IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CompassWidget } from '../compass/compass-widget.tsx'
import { useNavigator } from '../session/navigator-context.ts'
import classes from '../navigator-screen.module.css'
import { useIsAway } from '../session/use-is-away.ts'
import { FieldButton } from '../parts/field-button.tsx'

/** The way back, what is shown, and the compass. */
export function TopBar() {
  const { t } = useTranslation('navigator')
  const { record, title, onBack } = useNavigator().page
  const isAway = useIsAway()
  return (
    <header className={classes['top']}>
      <FieldButton icon={IconArrowLeft} label={t('back')} onPress={onBack} />
      <h1 className={classes['title']}>
        {isAway ? <IconCloudOff size={20} stroke={1.75} role="img" aria-label={t('away')} /> : null}
        {/* What the address says serves until the map itself has come. */}
        <span>{record?.titles.title ?? title ?? t('title')}</span>
      </h1>
      <CompassWidget />
    </header>
  )
}
