import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { onTokenChange, readToken } from '../api/bearer-token.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Mark } from '../ui/mark.tsx'
import classes from './public-map-page.module.css'

interface PageHeadProps {
  /** Page of the product that who signs in comes to. Absent: their own maps. */
  readonly signInFor?: string
}

/** The head of a page that needs no account: to the first page, language, one's own maps. */
export function PageHead({ signInFor }: PageHeadProps) {
  const { t } = useTranslation('public')
  // A language that the address asks for was asked for once: the switch is to be believed from then on.
  const forget = () => {
    const { href, pathname, search, hash } = withoutLanguage(location.href)
    if (href !== location.href) history.replaceState(history.state, '', pathname + search + hash)
  }
  return (
    <header className={classes.header}>
      <a href="/" className={classes.brand} aria-label={t('home')}>
        <Mark size={28} />
        <span>Palimpsest</span>
      </a>
      <LanguageSwitch onChoose={forget} />
      <AccountLink {...(signInFor !== undefined && { signInFor })} />
    </header>
  )
}

function withoutLanguage(address: string): URL {
  const url = new URL(address)
  url.searchParams.delete('lang')
  return url
}

/** Where one signs in, to come to a page of the product. */
export const signInAddress = (page?: string): string =>
  page === undefined ? '/login' : `/login?${new URLSearchParams({ redirect: page })}`

/** To one's own maps for whom this browser knows; the page itself is the same for all. */
function AccountLink({ signInFor }: PageHeadProps) {
  const { t } = useTranslation(['public', 'common'])
  const isKnown = useSyncExternalStore(onTokenChange, readToken) !== null
  return (
    <a href={isKnown ? '/main' : signInAddress(signInFor)} className={classes.account} data-known={isKnown}>
      {isKnown ? t('common:nav.myMaps') : t('signIn')}
    </a>
  )
}
