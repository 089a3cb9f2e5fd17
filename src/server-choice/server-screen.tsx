import { Alert, Button, TextInput } from '@mantine/core'
import { IconExclamationCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Mark } from '../ui/mark.tsx'
import { askServer, type ServerAnswer } from './ask-server.ts'
import { readAddress, type TypedAddress } from './server-address.ts'
import classes from './server-choice.module.css'

type Fault = Extract<TypedAddress, { ok: false }>['fault'] | Exclude<ServerAnswer, 'ours'>

interface ServerScreenProps {
  /** Offered at first; empty: none. */
  readonly address: string
  /** An origin at which one of our servers has answered. */
  readonly onChosen: (origin: string) => void
}

/** Asks which server the app is to be used with, and whether it is one. */
export function ServerScreen({ address, onChosen }: ServerScreenProps) {
  const { t } = useTranslation('server')
  const [text, setText] = useState(address)
  const [fault, setFault] = useState<{ readonly is: Fault; readonly at: string }>()
  const [isBusy, setIsBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const asking = useRef<AbortController>(null)
  useEffect(() => {
    document.title = `${t('title')} · Palimpsest`
  }, [t])
  useEffect(() => {
    // Who cannot see it hears first what is asked, and is one Tab from the language, two from the field.
    heading.current?.focus({ preventScroll: true })
    return () => asking.current?.abort()
  }, [])

  const refuse = (is: Fault, at: string) => {
    setFault({ is, at })
    field.current?.focus()
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = readAddress(text)
    if (!typed.ok) return refuse(typed.fault, text)
    setFault(undefined)
    setIsBusy(true)
    const { signal } = (asking.current = new AbortController())
    try {
      const answer = await askServer(typed.origin, signal)
      if (answer === 'ours') return onChosen(typed.origin)
      setIsBusy(false)
      refuse(answer, typed.origin)
    } catch {
      // Given up with the screen.
    }
  }

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <span className={classes.brand}>
          <Mark size={28} />
          <span>Palimpsest</span>
        </span>
        <LanguageSwitch />
      </header>
      <main className={classes.main} id="content">
        <form className={classes.card} noValidate onSubmit={(event) => void submit(event)}>
          <h1 className={classes.title} ref={heading} tabIndex={-1}>
            {t('title')}
          </h1>
          <p className={classes.text}>{t('text')}</p>
          {fault ? (
            <Alert color="red" icon={<IconExclamationCircle />} role="alert">
              {t(`fault.${fault.is}`, { address: fault.at })}
            </Alert>
          ) : null}
          <TextInput
            ref={field}
            name="address"
            type="url"
            inputMode="url"
            size="md"
            autoComplete="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            withAsterisk={false}
            label={t('address')}
            description={t('hint')}
            error={fault !== undefined}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth loading={isBusy}>
            {isBusy ? t('busy') : t('submit')}
          </Button>
        </form>
      </main>
    </div>
  )
}
