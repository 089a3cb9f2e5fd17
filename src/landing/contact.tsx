import { useQuery } from '@tanstack/react-query'
import { config } from '../../contract/api/system.ts'
import { callApi } from '../api/call-api.ts'
import { useLandingTexts } from './use-landing-language.ts'

/** Where the people who run this instance are reached; whom else to ask where they name nothing. */
export default function Contact() {
  const { t } = useLandingTexts()
  const { data } = useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => callApi(config, {}, { signal }),
  })
  const address = data?.contact
  if (!address) return <p>{t('footer.operator')}</p>
  return (
    <>
      <p>{t('footer.write')}</p>
      <a href={address}>{address.replace(/^(?:mailto:|https?:\/\/)/, '')}</a>
    </>
  )
}
