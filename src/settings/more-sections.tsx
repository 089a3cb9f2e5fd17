import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fold } from '../ui/fold.tsx'
import { MailSection } from './mail-section.tsx'
import { TokensSection } from './tokens-section.tsx'
import classes from './settings.module.css'

/** Folded: what few look for, and those once. */
export function MoreSections() {
  const { t } = useTranslation('account')
  // A mail leads to what switches it off.
  const [isMailOpen, setMailOpen] = useState(location.hash === '#mail')
  const [areTokensOpen, setTokensOpen] = useState(false)
  return (
    <section className={classes.folds} id="mail">
      <Fold label={t('mail.title')} hint={t('mail.hint')} isOpen={isMailOpen} onToggle={setMailOpen}>
        <MailSection />
      </Fold>
      <Fold label={t('tokens.title')} hint={t('tokens.hint')} isOpen={areTokensOpen} onToggle={setTokensOpen}>
        <TokensSection />
      </Fold>
    </section>
  )
}
