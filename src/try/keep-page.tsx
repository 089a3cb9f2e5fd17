import { Button, Progress } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/api-error.ts'
import { useSession } from '../session/session.ts'
import { formatBytes } from '../ui/byte-text.ts'
import { ButtonLink } from '../ui/links.tsx'
import { ErrorState } from '../ui/list-states.tsx'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import { Frame } from './frame.tsx'
import { keepInAccount } from './keep-in-account.ts'
import { bytesOf, freeLocalMap, type LocalMap } from './local-maps.ts'
import classes from './try-page.module.css'

type Step =
  | { readonly kind: 'sending'; readonly sent: number; readonly of: number }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'done'; readonly map: LocalMap; readonly mapId: string }

/** Brings a map of this device into the account of who is signed in, or leads there first. */
export function KeepPage({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('try')
  const { status, user } = useSession()
  const here = `/try?${new URLSearchParams({ map: mapId, keep: 'account' }).toString()}`
  if (status === 'loading') return <LoadingIndicator />
  return (
    <Frame>
      <h1 className={classes['title']}>{t('keep.title')}</h1>
      {user ? (
        <Sending mapId={mapId} owner={user.id} />
      ) : (
        <>
          <p className={classes['lead']}>{t('keep.text')}</p>
          <div className={classes['choices']}>
            <ButtonLink to="/register" search={{ redirect: here }}>
              {t('keep.register')}
            </ButtonLink>
            <ButtonLink to="/login" search={{ redirect: here }} variant="default">
              {t('keep.login')}
            </ButtonLink>
            <ButtonLink to="/try" search={{ map: mapId }} variant="subtle">
              {t('keep.back')}
            </ButtonLink>
          </div>
        </>
      )}
    </Frame>
  )
}

/** Sends the map, and says how far it is. */
function Sending({ mapId, owner }: { readonly mapId: string; readonly owner: string }) {
  const { t } = useTranslation('try')
  const [step, setStep] = useState<Step>({ kind: 'sending', sent: 0, of: 0 })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const show = (next: Step) => {
      if (!signal.aborted) setStep(next)
    }
    keepInAccount(mapId, owner, (sent, of) => show({ kind: 'sending', sent, of }), signal).then(
      (kept) => show(kept ? { kind: 'done', ...kept } : { kind: 'failed', text: t('missing.text') }),
      (error: unknown) => show({ kind: 'failed', text: errorText(error) }),
    )
    return () => leaving.abort()
  }, [mapId, owner, attempt, t])

  if (step.kind === 'failed')
    return (
      <ErrorState
        title={t('keep.failed')}
        text={step.text}
        onRetry={() => {
          setStep({ kind: 'sending', sent: 0, of: 0 })
          setAttempt(attempt + 1)
        }}
      />
    )
  if (step.kind === 'done') return <Kept map={step.map} mapId={step.mapId} />
  return (
    <div className={classes['reading']}>
      <p role="status">{t('keep.sending')}</p>
      <Progress
        value={step.of > 0 ? (100 * step.sent) / step.of : 100}
        animated={step.of === 0}
        aria-label={t('keep.sending')}
      />
    </div>
  )
}

/** It is in the account: the work goes on there, and the copy here may go. */
function Kept({ map, mapId }: { readonly map: LocalMap; readonly mapId: string }) {
  const { t, i18n } = useTranslation('try')
  const navigate = useNavigate()
  const goOn = () => void navigate({ to: '/map-editor', search: { mapId } })
  return (
    <>
      <p className={classes['lead']} role="status">
        {t('keep.done')}
      </p>
      <div className={classes['choices']}>
        <Button onClick={goOn}>{t('keep.goOn')}</Button>
        <Button
          variant="default"
          onClick={() =>
            void freeLocalMap(map.id)
              .catch(() => undefined)
              .then(goOn)
          }
        >
          {t('keep.free', { room: formatBytes(bytesOf(map), i18n.language) })}
        </Button>
      </div>
    </>
  )
}
