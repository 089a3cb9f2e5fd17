import { Button, TextInput } from '@mantine/core'
import { IconExternalLink, IconLink, IconShare } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasShareSheet, sharePage } from '../../device/share-link.ts'
import classes from './share.module.css'

interface LinkRowProps {
  /** Of what the link leads to. */
  readonly title: string
  readonly link: string
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true }

/** A link to hand on: by the share sheet where the device has one, else copied. What came of it is said beneath. */
export function LinkRow({ title, link }: LinkRowProps) {
  const { t } = useTranslation(['share', 'common'])
  const field = useRef<HTMLInputElement>(null)
  // Of the link that was copied: another is not.
  const [outcome, setOutcome] = useState({ link, text: '' })
  const share = async () => {
    try {
      setOutcome({ link, text: (await sharePage(title, link)) === 'copied' ? t('copied') : '' })
    } catch {
      setOutcome({ link, text: t('common:link.notCopied') })
      field.current?.focus()
      field.current?.select()
    }
  }
  const isSheet = hasShareSheet()
  return (
    <>
      <div className={classes.link} data-link-row>
        <TextInput
          ref={field}
          readOnly
          className={classes.address ?? ''}
          aria-label={t('common:link.label')}
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          leftSection={isSheet ? <IconShare {...ICON} /> : <IconLink {...ICON} />}
          onClick={() => void share()}
        >
          {t(isSheet ? 'send' : 'copy')}
        </Button>
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconExternalLink {...ICON} />}
        >
          {t('open')}
        </Button>
      </div>
      <p role="status" className={classes.outcome}>
        {outcome.link === link ? outcome.text : ''}
      </p>
    </>
  )
}
