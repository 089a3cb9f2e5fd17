import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endSession, sessions } from '../../contract/api/auth.ts'
import { errorText } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { useFailure } from '../queries/use-failure.ts'
import { ErrorState } from '../ui/list-states.tsx'
import { toast } from '../ui/toast-store.ts'
import { deviceName } from './device-name.ts'
import classes from './settings.module.css'
import { dateLanguage } from '../ui/i18n/date-language.ts'

/** The open sessions, how to end one elsewhere, and folded the newest log-ins. */
export function SessionsSection() {
  const { t, i18n } = useTranslation('settings')
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => callApi(sessions, {}, { signal }),
  })
  const failure = useFailure(query)
  const { data, refetch } = query
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string) => callApi(endSession, { params: { id } }),
    onSuccess: () => {
      toast.success(t('sessions.ended'))
      void refetch()
    },
    onError: (failure) => toast.error(errorText(failure)),
  })
  const when = new Intl.DateTimeFormat(dateLanguage(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <section className={classes.section}>
      <h3>{t('sessions.title')}</h3>
      {failure ? <ErrorState title={t('sessions.failed')} {...failure} /> : null}
      <ul className={classes.rows}>
        {data?.sessions.map((session) => {
          const name = deviceName(session.userAgent) ?? t('sessions.unknown')
          return (
            <li key={session.id}>
              <span>
                <strong>{name}</strong>
                <span className={classes.text}>
                  {t('sessions.lastUsed', { time: when.format(new Date(session.lastUsedAt)) })}
                </span>
              </span>
              {session.isCurrent ? (
                <span>{t('sessions.current')}</span>
              ) : (
                <Button
                  variant="default"
                  aria-label={t('sessions.endNamed', { name })}
                  loading={isPending && variables === session.id}
                  onClick={() => mutate(session.id)}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {data && data.signIns.length > 0 ? (
        <details className={classes.signIns}>
          <summary>{t('sessions.signIns')}</summary>
          <ul className={classes.rows}>
            {data.signIns.map(({ at, succeeded, address }, index) => (
              <li key={`${at} ${index}`}>
                <strong>{t(succeeded ? 'sessions.succeeded' : 'sessions.refused')}</strong>
                <span className={classes.text}>
                  {t('sessions.signInFrom', { time: when.format(new Date(at)), address })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  )
}
