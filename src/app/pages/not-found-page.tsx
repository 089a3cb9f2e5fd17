import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/links.tsx'
import { PlainPage } from './plain-page.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <PlainPage code="404" title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to="/main">{t('action.toMain')}</ButtonLink>
    </PlainPage>
  )
}
