import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ServerPart } from '../server-choice/server-part.tsx'
import { AnchorLink } from '../ui/links.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { i18n } from '../ui/i18n/i18n.ts'
import { lazySection } from '../ui/lazy-section.tsx'
import { DataSection } from './data-section.tsx'
import { FollowsSection } from './follows-section.tsx'
import { LimitsTab } from './limits-tab.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionsSection } from './sessions-section.tsx'
import classes from './settings.module.css'
import { SETTINGS_TABS, type SettingsTab } from './settings-tabs.ts'

const MoreSections = lazySection(async () => {
  const [part] = await Promise.all([import('./more-sections.tsx'), i18n.loadNamespaces('account')])
  return part.MoreSections
}, null)

/** The settings: each tab has an address of its own. */
export function SettingsPage({ tab }: { readonly tab: SettingsTab }) {
  const { t } = useTranslation('settings')
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <nav aria-label={t('tabs.label')} className={classes.tabs}>
        {SETTINGS_TABS.map((name) => (
          <Link
            key={name}
            to="/settings/$tab"
            params={{ tab: name }}
            aria-current={name === tab ? 'page' : undefined}
            className={classes.tab}
            data-text={t(`tabs.${name}`)}
          >
            {t(`tabs.${name}`)}
          </Link>
        ))}
      </nav>
      {/* The tab above says it to the eye. */}
      <h2 className="visually-hidden">{t(`tabs.${tab}`)}</h2>
      <p className={classes.text}>
        {t(`${tab}.text`)}
        {tab === 'team' || tab === 'billing' ? (
          <>
            {' '}
            <AnchorLink to="/landing" hash="kainos">
              {t('plans')}
            </AnchorLink>
          </>
        ) : null}
      </p>
      {tab === 'general' ? (
        <>
          <ProfileForm />
          <PasswordForm />
          <AppearanceSection />
          <FollowsSection />
          <SessionsSection />
          <MoreSections />
          <ServerPart />
          <DataSection />
        </>
      ) : null}
      {tab === 'limits' ? <LimitsTab /> : null}
    </div>
  )
}
