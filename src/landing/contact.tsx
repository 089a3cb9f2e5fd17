import { Link } from '@tanstack/react-router'
import { useConfig } from '../queries/use-config.ts'
import classes from './landing.module.css'
import { useLandingTexts } from './use-landing-language.ts'

interface ContactProps {
  /** In the foot the address itself, in the plan of institutions a button. */
  readonly as: 'foot' | 'button'
}

/** Where the people who run this instance are reached; what else to do where they name nothing. */
export function Contact({ as }: ContactProps) {
  const { t } = useLandingTexts()
  const { data } = useConfig()
  const address = data?.contact
  if (as === 'button')
    return address ? (
      <a href={address} className={classes.quietButton}>
        {t('prices.institution.button')}
      </a>
    ) : (
      <Link to="/register" className={classes.quietButton}>
        {t('prices.free.button')}
      </Link>
    )
  if (!address) return <p>{t('footer.operator')}</p>
  return (
    <>
      <p>{t('footer.write')}</p>
      <a href={address}>{address.replace(/^(?:mailto:|https?:\/\/)/, '')}</a>
    </>
  )
}
