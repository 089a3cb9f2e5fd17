import { NativeSelect, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeMailChoices, LANGUAGES, MAIL_KINDS, mailChoices } from '../../contract/api/mail.ts'
import type { BodyOf } from '../../contract/api/define-call.ts'
import { errorText } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { useFailure } from '../queries/use-failure.ts'
import { asLanguage, LANGUAGE_NAMES } from '../ui/i18n/language.ts'
import { ErrorState } from '../ui/list-states.tsx'
import { toast } from '../ui/toast-store.ts'
import classes from './settings.module.css'

const KEY = ['mail']

/** Which mails the user gets, and in which language; each change is sent at once. */
export function MailSection() {
  const { t } = useTranslation('account')
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => callApi(mailChoices, {}, { signal }) })
  const failure = useFailure(query)
  const { data } = query
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (body: BodyOf<typeof changeMailChoices>) => callApi(changeMailChoices, { body }),
    onSuccess: (reply) => queryClient.setQueryData(KEY, reply),
    onError: (error) => toast.error(errorText(error)),
  })
  if (failure) return <ErrorState title={t('mail.failed')} {...failure} />
  if (!data) return null
  if (!data.isSent) return <p className={classes.text}>{t('mail.notSent')}</p>
  // What was just asked for is shown while it is under way.
  const { language, off } = { ...data, ...(isPending && variables) }
  return (
    <div className={classes.folded}>
      <p className={classes.text}>{t('mail.text')}</p>
      {MAIL_KINDS.map((kind) => (
        <Switch
          key={kind}
          label={t(`mail.kinds.${kind}`)}
          checked={!off.includes(kind)}
          onChange={({ currentTarget: { checked } }) =>
            mutate({ off: checked ? off.filter((one) => one !== kind) : [...off, kind] })
          }
        />
      ))}
      <NativeSelect
        label={t('mail.language')}
        value={language}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={({ currentTarget: { value } }) => mutate({ language: asLanguage(value) })}
      />
    </div>
  )
}
