import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/list-states.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useScreen } from '../shell/use-screen.ts'
import classes from './unbuilt-page.module.css'

/** A page of the route table that has not been built: it says so plainly. */
export function UnbuiltPage() {
  const { t } = useTranslation()
  const { title = 'page.main' } = useScreen()
  return (
    <div className={classes.page}>
      <PageHeader title={t(title)} />
      <EmptyState
        title={t('unbuilt.title', { page: t(title) })}
        text={t('unbuilt.text')}
        action={<ButtonLink to="/main">{t('action.toMain')}</ButtonLink>}
      />
    </div>
  )
}
