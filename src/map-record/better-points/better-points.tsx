import { Button, Group } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BetterPoints as Said } from '../../../contract/api/better-points.ts'
import { errorText, refusalText } from '../../api/api-error.ts'
import { useBetterPoints, useBetterPointsChanges } from '../../queries/better-points-queries.ts'
import { CommentField } from '../discussion/comment-field.tsx'
import classes from '../discussion/discussion.module.css'
import { useCommentText } from '../discussion/use-comment-text.ts'
import { keepInSight } from './keep-in-sight.ts'
import { dateLanguage } from '../../ui/i18n/date-language.ts'

interface BetterPointsProps {
  readonly mapId: string
  readonly isOwner: boolean
  /** It comes into sight once it is there, and takes the focus. */
  readonly isCalled: boolean
}

/** Whether a published map needs better points: who says so, and for its owner where. */
export function BetterPoints({ mapId, isOwner, isCalled }: BetterPointsProps) {
  const { t } = useTranslation(['discussion', 'common'])
  const headingId = useId()
  const { data, error, refetch } = useBetterPoints(mapId)
  const [said, say] = useState('')
  const come = useCallback(
    (heading: HTMLElement | null) => {
      if (!heading || !isCalled) return undefined
      heading.focus({ preventScroll: true })
      return keepInSight(heading)
    },
    [isCalled],
  )
  // The owner has nothing to do here while nobody says anything.
  if (!error && (!data || (isOwner && data.count === 0 && said === ''))) return null
  return (
    <section aria-labelledby={headingId} className={classes.points}>
      <h4 id={headingId} ref={come} tabIndex={-1} className={classes.heading}>
        {t('better.title')}
      </h4>
      {data ? (
        <>
          {data.count > 0 ? <p className={classes.line}>{t('better.count', { count: data.count })}</p> : null}
          {isOwner ? (
            <Wishes mapId={mapId} wishes={data.wishes} onSay={say} />
          ) : (
            <OwnWish mapId={mapId} own={data.own} onSay={say} />
          )}
        </>
      ) : (
        <p role="alert" className={classes.line}>
          {t('better.failed')}{' '}
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {t('common:action.retry')}
          </Button>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  )
}

interface PartProps {
  readonly mapId: string
  /** Something has been done that is to be said aloud. */
  readonly onSay: (text: string) => void
}

/** What others say, for the owner, who marks it as answered. */
function Wishes({ mapId, wishes, onSay }: PartProps & { readonly wishes: Said['wishes'] }) {
  const { t, i18n } = useTranslation('discussion')
  const { answer } = useBetterPointsChanges(mapId)
  const date = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' })
  if (wishes.length === 0) return null
  return (
    <>
      <ul className={classes.comments}>
        {wishes.map(({ username, note, at }) => (
          <li key={`${username} ${at}`} className={classes.comment}>
            <p className={classes.head}>
              <strong dir="auto">{username}</strong>
              <time dateTime={at}>{date.format(new Date(at))}</time>
            </p>
            {note ? (
              <p className={classes.text} dir="auto">
                {note}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        loading={answer.isPending}
        onClick={() => answer.mutate(undefined, { onSuccess: () => onSay(t('better.answered')) })}
      >
        {t('better.answer')}
      </Button>
      {answer.error ? <p role="alert">{errorText(answer.error)}</p> : null}
    </>
  )
}

/** One's own wish: told with a word on where, and taken back. */
function OwnWish({ mapId, own, onSay }: PartProps & { readonly own: Said['own'] }) {
  const { t } = useTranslation(['discussion', 'common'])
  const writing = useCommentText(`points ${mapId}`)
  const { ask, takeBack } = useBetterPointsChanges(mapId)
  const [isAsking, setAsking] = useState(writing.text !== '')
  const [error, setError] = useState<string>()
  const tell = async () => {
    if (ask.isPending || writing.left < 0) return
    setError(undefined)
    try {
      await ask.mutateAsync(writing.text.trim())
    } catch (failure) {
      return setError(`${refusalText(failure, 'note') ?? t('sendFailed')} ${t('textKept')}`)
    }
    writing.clear(writing.text)
    setAsking(false)
    onSay(t('better.told'))
  }
  if (own)
    return (
      <>
        <p className={classes.line}>{t('better.own')}</p>
        {own.note ? (
          <p className={classes.text} dir="auto">
            <q>{own.note}</q>
          </p>
        ) : null}
        <Button
          variant="default"
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate(undefined, { onSuccess: () => onSay(t('better.takenBack')) })}
        >
          {t('better.takeBack')}
        </Button>
        {takeBack.error ? <p role="alert">{errorText(takeBack.error)}</p> : null}
      </>
    )
  if (!isAsking)
    return (
      <>
        <p className={classes.line}>{t('better.askText')}</p>
        <Button
          variant="default"
          leftSection={<IconFlag size={18} stroke={1.75} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('better.ask')}
        </Button>
      </>
    )
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void tell()
      }}
    >
      <CommentField
        label={t('better.note')}
        hint={t('better.noteHelp')}
        writing={writing}
        isBusy={ask.isPending}
        error={error}
        takesFocus={writing.text === ''}
        onChange={() => setError(undefined)}
        onSend={() => void tell()}
      />
      <Group gap="xs">
        <Button type="submit" loading={ask.isPending}>
          {t('better.tell')}
        </Button>
        <Button
          variant="default"
          disabled={ask.isPending}
          onClick={() => {
            writing.clear()
            setAsking(false)
          }}
        >
          {t('common:action.cancel')}
        </Button>
      </Group>
    </form>
  )
}
