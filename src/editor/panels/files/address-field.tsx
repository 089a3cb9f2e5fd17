import { Button, Group, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchAnnotation, MAX_ADDRESS } from '../../../../contract/api/outside.ts'
import { refusalText } from '../../../api/api-error.ts'
import { callApi } from '../../../api/call-api.ts'
import { useConfig } from '../../../queries/use-config.ts'
import { isLocalAtom } from '../../model/local-map.ts'

interface AddressFieldProps {
  /** The file at the address, as if it had been chosen. */
  readonly onFetched: (file: File) => void
}

/** Fetches an annotation from elsewhere through the server. Nothing where the operator allows no host, or the map is on this device alone. */
export function AddressField({ onFetched }: AddressFieldProps) {
  const { t } = useTranslation(['editor', 'common', 'import'])
  const { data: config } = useConfig()
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()
  const [isFetching, setFetching] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const isLocal = useAtomValue(isLocalAtom)
  const hosts = config?.outsideHosts ?? []
  if (isLocal || hosts.length === 0) return null

  const fetchIt = async () => {
    const url = address.trim()
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    setError(undefined)
    setFetching(true)
    try {
      const { text } = await callApi(fetchAnnotation, { body: { url } }, { signal })
      onFetched(new File([text], url.slice(-80), { type: 'application/json' }))
    } catch (failure) {
      if (!signal.aborted) setError(refusalText(failure) ?? t('import:error.unreadable'))
    }
    if (!signal.aborted) setFetching(false)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (address.trim() !== '') void fetchIt()
      }}
    >
      <Group align="flex-start" wrap="nowrap" gap="xs">
        <TextInput
          flex={1}
          label={t('import:address')}
          description={
            hosts.includes('*')
              ? t('import:addressAny')
              : t('import:addressHosts', { hosts: hosts.join(', ') })
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="https://annotations.allmaps.org/…"
          type="url"
          maxLength={MAX_ADDRESS}
          value={address}
          error={error}
          onChange={({ currentTarget: { value } }) => {
            setAddress(value)
            setError(undefined)
          }}
        />
        <Button type="submit" variant="default" mt={26} loading={isFetching}>
          {t('import:fetch')}
        </Button>
      </Group>
    </form>
  )
}
