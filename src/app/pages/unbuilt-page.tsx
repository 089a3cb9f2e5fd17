import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/list-states.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './unbuilt-page.module.css'

/** A page of the route table that has not been built: it says so plainly. */
export function unbuiltPage(title: ParseKeys<'common'>) {
  return function UnbuiltPage() {
    const { t } = useTranslation()
    return (
      <div className={classes.page}>
        <PageHeader title={t(title as 'page.main')} />
        <EmptyState
          title={t('unbuilt.title', { page: t(title as 'page.main') })}
          text={t('unbuilt.text')}
          action={<ButtonLink to="/main">{t('action.toMain')}</ButtonLink>}
        />
      </div>
    )
  }
}
