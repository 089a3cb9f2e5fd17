import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/links.tsx'
import { PlainPage } from './plain-page.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  // Nothing but this page says that there is none: the routes give their titles, and no route stands here.
  useEffect(() => {
    document.title = `${t('page.notFound')} · ${t('brand')}`
  }, [t])
  return (
    <PlainPage code="404" title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to="/main">{t('action.toMain')}</ButtonLink>
    </PlainPage>
  )
}
