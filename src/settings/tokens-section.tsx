import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiTokens, createApiToken, revokeApiToken, type TokenScope } from '../../contract/api/api-tokens.ts'
import { ApiError, errorText } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { useFailure } from '../queries/use-failure.ts'
import { dateLanguage } from '../ui/i18n/date-language.ts'
import { ErrorState } from '../ui/list-states.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast-store.ts'
import classes from './settings.module.css'

/** The tokens with which programs act for the user; a new one is shown once. */
export function TokensSection() {
  const { t, i18n } = useTranslation('account')
  const query = useQuery({
    queryKey: ['api-tokens'],
    queryFn: ({ signal }) => callApi(apiTokens, {}, { signal }),
  })
  const failure = useFailure(query)
  const { data, refetch } = query
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string) => callApi(revokeApiToken, { params: { id } }),
    onSuccess: () => {
      toast.success(t('tokens.revoked'))
      void refetch()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  const day = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' })
  const dayOf = (moment: string) => day.format(new Date(moment))
  return (
    <div className={classes.folded}>
      <p className={classes.text}>{t('tokens.text')}</p>
      {failure ? <ErrorState title={t('tokens.failed')} {...failure} /> : null}
      <ul className={classes.rows} aria-label={t('tokens.title')}>
        {data?.tokens.map(({ id, name, scope, lastUsedAt, expiresAt }) => (
          <li key={id}>
            <span>
              <strong dir="auto">{name}</strong>
              <span className={classes.text}>
                {[
                  t(`tokens.scopes.${scope}`),
                  lastUsedAt ? t('tokens.used', { day: dayOf(lastUsedAt) }) : t('tokens.unused'),
                  t('tokens.ends', { day: dayOf(expiresAt) }),
                ].join(' · ')}
              </span>
            </span>
            <Button
              variant="default"
              aria-label={t('tokens.revokeNamed', { name })}
              loading={isPending && variables === id}
              onClick={() => mutate(id)}
            >
              {t('tokens.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      <NewToken onMade={() => void refetch()} />
    </div>
  )
}

/** What was in the form is gone with it: the token is what the user wants next. */
const focusAtFirst = (input: HTMLInputElement | null) => input?.focus()

const DAYS = [30, 90, 366] as const
const NOTHING = { name: '', scope: 'read' as TokenScope, days: '90', password: '' }

function NewToken({ onMade }: { readonly onMade: () => void }) {
  const { t } = useTranslation('account')
  const [isOpen, setOpen] = useState(false)
  const [values, setValues] = useState(NOTHING)
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: () => callApi(createApiToken, { body: { ...values, days: Number(values.days) } }),
    onSuccess: () => {
      setValues(NOTHING)
      setOpen(false)
      onMade()
    },
  })
  const faults: Record<string, string> = error instanceof ApiError ? error.fieldErrors : {}
  const change = (changed: Partial<typeof NOTHING>) => setValues({ ...values, ...changed })
  if (!isOpen)
    return (
      <>
        {data ? (
          <TextInput
            className={classes.token}
            label={t('tokens.madeTitle', { name: data.details.name })}
            description={t('tokens.madeText')}
            readOnly
            value={data.token}
            onFocus={({ currentTarget }) => currentTarget.select()}
            ref={focusAtFirst}
          />
        ) : null}
        <Button
          variant="default"
          onClick={() => {
            reset()
            setOpen(true)
          }}
        >
          {t('tokens.new')}
        </Button>
      </>
    )
  return (
    <form
      noValidate
      className={classes.fields}
      aria-label={t('tokens.new')}
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <TextInput
        name="tokenName"
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        value={values.name}
        error={faults['name']}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <NativeSelect
        label={t('tokens.scope')}
        value={values.scope}
        data={(['read', 'write'] as const).map((value) => ({ value, label: t(`tokens.scopes.${value}`) }))}
        onChange={({ currentTarget: { value } }) => change({ scope: value === 'write' ? value : 'read' })}
      />
      <NativeSelect
        label={t('tokens.days')}
        value={values.days}
        data={DAYS.map((count) => ({ value: String(count), label: t('tokens.daysOf', { count }) }))}
        onChange={({ currentTarget: { value } }) => change({ days: value })}
      />
      <PasswordField
        name="tokenPassword"
        label={t('tokens.password')}
        autoComplete="current-password"
        value={values.password}
        error={faults['password']}
        showLabel={t('tokens.showPassword')}
        onChange={({ currentTarget: { value } }) => change({ password: value })}
      />
      {error && Object.keys(faults).length === 0 ? (
        <p role="alert" className={classes.error}>
          {errorText(error)}
        </p>
      ) : null}
      <div>
        <Button type="submit" loading={isPending}>
          {t('tokens.make')}
        </Button>
      </div>
    </form>
  )
}
