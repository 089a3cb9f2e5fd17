import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Mark } from '../../ui/mark.tsx'
import classes from './sidebar.module.css'

/** The mark, the name and its label; leads to the maps. */
export function Brand({ isIconOnly }: { readonly isIconOnly: boolean }) {
  const { t } = useTranslation()
  return (
    <Link to="/main" className={classes.brand} aria-label={isIconOnly ? t('brand') : undefined}>
      <Mark size={26} />
      {isIconOnly ? null : (
        <span>
          <span className={classes.brandName}>{t('brand')}</span>
          <span className={classes.edition}>{t('edition')}</span>
        </span>
      )}
    </Link>
  )
}
