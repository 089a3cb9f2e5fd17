import { IconLink, IconLock, IconPencil, IconUser, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import classes from './catalog-card.module.css'

/** Who sees a catalog: its owner alone, others, or the reader as somebody's guest. */
export function SharingWord({ catalog: { sharedBy, sharing, canEdit } }: { readonly catalog: Catalog }) {
  const { t } = useTranslation('catalogs')
  const [Icon, text] = sharedBy
    ? [canEdit ? IconPencil : IconUser, t(canEdit ? 'sharedToEdit' : 'sharedBy', sharedBy)]
    : sharing && sharing.users > 0
      ? [IconUsers, t('sharedWith', { count: sharing.users })]
      : sharing?.hasLink
        ? [IconLink, t('sharedByLink')]
        : [IconLock, t('private')]
  return (
    <span className={classes.sharing}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{text}</span>
    </span>
  )
}
