import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FoundIiif, lookUpIiif } from '../../../contract/api/import-iiif.ts'
import { MAX_ADDRESS } from '../../../contract/api/outside.ts'
import { refusalText } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import classes from './upload.module.css'

/** What was found at an address, and which of its images is chosen. */
export interface ChosenAddress {
  readonly url: string
  readonly found: FoundIiif
  /** Counts from 1; 0: none is chosen yet. */
  readonly page: number
}

interface AddressChoiceProps {
  /** Hosts that the operator allows; `*`: any. */
  readonly hosts: readonly string[]
  readonly chosen: ChosenAddress | null
  /** Why it cannot be sent as it is. */
  readonly error: string | undefined
  /** Null: what was found is not what the address says any more. */
  readonly onChoose: (chosen: ChosenAddress | null) => void
}

/** Where the address of a IIIF manifest is given, and one of its images chosen. */
export function AddressChoice({ hosts, chosen, error, onChoose }: AddressChoiceProps) {
  const { t } = useTranslation(['maps', 'upload'])
  const [address, setAddress] = useState(chosen?.url ?? '')
  const [fault, setFault] = useState<string>()
  const [isLooking, setLooking] = useState(false)
  const running = useRef<AbortController | null>(null)
  const id = useId()
  useEffect(() => () => running.current?.abort(), [])

  const lookUp = async () => {
    const url = address.trim()
    if (url === '') return
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    setFault(undefined)
    setLooking(true)
    try {
      const found = await callApi(lookUpIiif, { body: { url } }, { signal })
      onChoose({ url, found, page: found.pageCount === 1 ? 1 : 0 })
    } catch (failure) {
      if (!signal.aborted) setFault(refusalText(failure) ?? t('upload:iiif.failed'))
    }
    if (!signal.aborted) setLooking(false)
  }

  const labelOf = (index: number) => {
    const page = chosen?.found.pages[index]
    const name = page?.label ?? t('upload:iiif.pageNumber', { number: index + 1 })
    return page?.width && page.height
      ? `${name} · ${t('upload:iiif.size', { width: page.width, height: page.height })}`
      : name
  }
  const isPageMissing = error !== undefined && chosen !== null && chosen.page === 0
  return (
    <div className={classes.address}>
      <div className={classes.addressRow}>
        <TextInput
          id={id}
          name="url"
          label={t('upload:iiif.address')}
          description={
            hosts.includes('*') ? t('upload:iiif.any') : t('upload:iiif.hosts', { hosts: hosts.join(', ') })
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="https://…/manifest.json"
          type="url"
          maxLength={MAX_ADDRESS}
          value={address}
          error={fault ?? (isPageMissing ? undefined : error)}
          onChange={({ currentTarget: { value } }) => {
            setAddress(value)
            setFault(undefined)
            if (chosen) onChoose(null)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The form is sent once it is known what is there.
            event.preventDefault()
            void lookUp()
          }}
        />
        <Button variant="default" loading={isLooking} onClick={() => void lookUp()}>
          {t('upload:iiif.lookUp')}
        </Button>
      </div>
      <div role="status" className={chosen ? classes.found : undefined}>
        {chosen ? (
          <>
            <p className={classes.foundTitle}>
              <IconCircleCheck size={20} stroke={1.75} color="var(--p-green)" aria-hidden />
              <span>
                {chosen.found.fields.title === null
                  ? t('upload:iiif.foundUntitled')
                  : t('upload:iiif.found', { title: chosen.found.fields.title })}
              </span>
            </p>
            {chosen.found.pageCount === 1 ? <p className={classes.hint}>{labelOf(0)}</p> : null}
            <p className={classes.hint}>{t('upload:iiif.terms')}</p>
          </>
        ) : null}
      </div>
      {chosen && chosen.found.pageCount > 1 ? (
        <NativeSelect
          name="page"
          label={t('upload:iiif.page')}
          value={String(chosen.page)}
          error={isPageMissing ? error : undefined}
          onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, page: Number(value) })}
          data={[
            { value: '0', label: t('upload:iiif.choosePage') },
            ...chosen.found.pages.map((_, index) => ({ value: String(index + 1), label: labelOf(index) })),
          ]}
        />
      ) : null}
    </div>
  )
}
