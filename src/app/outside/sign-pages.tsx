import '../../ui/mantine-base.css.ts'
import type { login, register } from '../../../contract/api/auth.ts'
import { OPEN_CALLS } from '../../../contract/api/open-calls.ts'
import { callOpen } from '../../api/open-call.ts'
import { storeToken } from '../../api/bearer-token.ts'
import type { AuthValues } from '../../auth/auth-fields.ts'
import { AuthPage } from '../../auth/auth-page.tsx'
import { ForgotPage } from '../../auth/forgot-page.tsx'
import { ResetPage } from '../../auth/reset-page.tsx'
import { i18n } from '../../ui/i18n/i18n.ts'
import { asLanguage } from '../../ui/i18n/language.ts'
import { ThemeProvider } from '../../ui/theme-provider.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { ConnectionBanner } from '../connection-banner.tsx'
import { textOf } from '../search-text.ts'
import type { OutsidePageProps } from './load-page.ts'

/** Whoever hears that the token has changed leads on. */
async function enter(page: 'login' | 'register', { username, email, password }: AuthValues): Promise<void> {
  // Mails are written in it, until another is chosen in the settings.
  const language = asLanguage(i18n.language)
  const { token } = await (page === 'login'
    ? callOpen<typeof login>(OPEN_CALLS.login, { email, password, language })
    : callOpen<typeof register>(OPEN_CALLS.register, { username, email, password, language }))
  storeToken(token)
}

function SignPage({ page, search }: Omit<OutsidePageProps, 'onBegin'>) {
  const parameters = new URLSearchParams(search)
  if (page === 'forgot') return <ForgotPage />
  if (page === 'reset') return <ResetPage token={textOf(parameters.get('token'))} />
  const mode = page === 'register' ? page : 'login'
  return (
    <AuthPage
      mode={mode}
      redirect={textOf(parameters.get('redirect'))}
      enter={(values) => enter(mode, values)}
    />
  )
}

/** Signing in and what belongs to it, with the UI kit, but neither the router nor the cache of answers. */
export function SignPages({ page, search, onBegin }: OutsidePageProps) {
  return (
    <ThemeProvider>
      <div onInput={onBegin}>
        <SignPage page={page} search={search} />
      </div>
      <ConnectionBanner opensAlone={false} isSignedOut />
      <Toasts />
    </ThemeProvider>
  )
}
