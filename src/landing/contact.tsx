import { useEffect, useState } from 'react'
import { OPEN_CALLS } from '../../contract/api/open-calls.ts'
import type { config } from '../../contract/api/system.ts'
import { callOpen } from '../api/open-call.ts'
import { PageLink } from '../ui/page-steps.tsx'
import classes from './landing.module.css'
import { useLandingTexts } from './use-landing-language.ts'

let asked: Promise<string | null> | undefined

/** Where the people who run this instance are reached; null where they name nothing, or nobody answers. */
function askAddress(): Promise<string | null> {
  asked ??= callOpen<typeof config>(OPEN_CALLS.config).then(
    ({ contact }) => contact,
    () => {
      asked = undefined
      return null
    },
  )
  return asked
}

/** Asks the server who runs it, once; undefined until it has said. */
function useAddress(): string | null | undefined {
  const [address, setAddress] = useState<string | null>()
  useEffect(() => {
    let isCurrent = true
    void askAddress().then((found) => isCurrent && setAddress(found))
    return () => {
      isCurrent = false
    }
  }, [])
  return address
}

interface ContactProps {
  /** In the foot the address itself, in the plan of institutions a button. */
  readonly as: 'foot' | 'button'
}

/** Where the people who run this instance are reached; what else to do where they name nothing. */
export function Contact({ as }: ContactProps) {
  const { t } = useLandingTexts()
  const address = useAddress()
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
