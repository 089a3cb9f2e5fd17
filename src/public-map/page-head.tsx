import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { onTokenChange, readToken } from '../api/bearer-token.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Mark } from '../ui/mark.tsx'
import classes from './public-map-page.module.css'

/** The head of a page that needs no account: to the first page, language, one's own maps. */
export function PageHead() {
  const { t } = useTranslation('public')
  // A language that the address asks for was asked for once: the switch is to be believed from then on.
  const forget = () => history.replaceState(history.state, '', location.pathname + location.hash)
  return (
    <header className={classes.header}>
      <a href="/" className={classes.brand} aria-label={t('home')}>
        <Mark size={28} />
        <span>Palimpsest</span>
      </a>
      <LanguageSwitch onChoose={forget} />
      <AccountLink />
    </header>
  )
}

/** To one's own maps for whom this browser knows; the page itself is the same for all. */
function AccountLink() {
  const { t } = useTranslation(['public', 'common'])
  const isKnown = useSyncExternalStore(onTokenChange, readToken) !== null
  return (
    <a href={isKnown ? '/main' : '/login'} className={classes.account} data-known={isKnown}>
      {isKnown ? t('common:nav.myMaps') : t('signIn')}
    </a>
  )
}
