import { IconChevronLeft } from '@tabler/icons-react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/links.tsx'
import { BarEndContext } from './bar-end.ts'
import classes from './top-bar.module.css'

/** The bar while there is no map to edit yet: a phone has no other way back. */
export function PlainBar() {
  const { t } = useTranslation('editor')
  return (
    <header className={classes['bar']}>
      <div className={classes['heading']}>
        <ButtonLink to="/main" variant="subtle" color="gray" size="compact-sm" px={6}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden />
          {t('back')}
        </ButtonLink>
      </div>
      {use(BarEndContext)}
    </header>
  )
}
