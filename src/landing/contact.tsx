import { PageLink } from '../ui/page-steps.tsx'
import classes from './landing.module.css'
import { useConfig } from './use-instance.ts'
import { useLandingTexts } from './use-landing-language.ts'

interface ContactProps {
  /** In the foot the address itself, in the plan of institutions a button. */
  readonly as: 'foot' | 'button'
}

/** Where the people who run this instance are reached; what else to do where they name nothing. */
export function Contact({ as }: ContactProps) {
  const { t } = useLandingTexts()
  const address = useConfig()?.contact
  if (as === 'button')
    return address ? (
      <a href={address} className={classes.quietButton}>
        {t('prices.institution.button')}
      </a>
    ) : (
      <PageLink to="/register" className={classes.quietButton}>
        {t('prices.free.button')}
      </PageLink>
    )
  if (!address) return <Operator />
  return (
    <>
      <p>{t('footer.write')}</p>
      <a href={address}>{address.replace(/^(?:mailto:|https?:\/\/)/, '')}</a>
    </>
  )
}

/** Until the address is there, and where there is none. */
export function Operator() {
  const { t } = useLandingTexts()
  return <p>{t('footer.operator')}</p>
}
