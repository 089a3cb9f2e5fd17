import { Progress } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/api-error.ts'
import { useSession } from '../session/session.ts'
import { ButtonLink } from '../ui/links.tsx'
import { ErrorState } from '../ui/list-states.tsx'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import { toast } from '../ui/toast-store.ts'
import { Frame } from './frame.tsx'
import { keepInAccount } from './keep-in-account.ts'
import classes from './try-page.module.css'

type Step =
  | { readonly kind: 'sending'; readonly sent: number; readonly of: number }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'missing' }

const BEGINNING: Step = { kind: 'sending', sent: 0, of: 0 }

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

/** Sends the map, says how far it is, and goes on with it there. */
function Sending({ mapId, owner }: { readonly mapId: string; readonly owner: string }) {
  const { t } = useTranslation('try')
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>(BEGINNING)
  const [attempt, setAttempt] = useState(0)
  const goOn = useEffectEvent((keptId: string) => {
    toast.success(t('keep.done'))
    void navigate({ to: '/map-editor', search: { mapId: keptId }, replace: true })
  })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const onProgress = (sent: number, of: number) => {
      if (!signal.aborted) setStep({ kind: 'sending', sent, of })
    }
    keepInAccount(mapId, owner, onProgress, signal).then(
      (keptId) => {
        if (signal.aborted) return
        if (keptId === null) setStep({ kind: 'missing' })
        else goOn(keptId)
      },
      (error: unknown) => {
        if (!signal.aborted) setStep({ kind: 'failed', error })
      },
    )
    return () => leaving.abort()
  }, [mapId, owner, attempt])

  if (step.kind !== 'sending')
    return (
      <ErrorState
        title={t('keep.failed')}
        text={step.kind === 'missing' ? t('missing.text') : errorText(step.error)}
        onRetry={() => {
          setStep(BEGINNING)
          setAttempt(attempt + 1)
        }}
      />
    )
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
