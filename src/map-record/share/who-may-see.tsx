import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { AudienceChoice } from './audience-choice.tsx'
import classes from './share.module.css'

/** What sends a choice; both are called once the server has answered. */
interface Sent {
  readonly onSuccess: () => void
  readonly onSettled: () => void
}

export interface WhoMaySeeProps<Audience extends string> {
  readonly audience: Audience
  readonly choices: readonly {
    readonly value: Audience
    readonly label: string
    /** What follows from it. */
    readonly text: string
    /** Said once it is so. */
    readonly now: string
  }[]
  readonly isPending: boolean
  readonly error: Error | null
  readonly onChange: (next: Audience, sent: Sent) => void
  /** Whether a choice ends a link, which cannot be made again: asked about first. */
  readonly endsLink: (next: Audience) => boolean
  readonly endLinkText: string
  /** A question of its own that comes before some choices. */
  readonly question?: {
    readonly isFor: (next: Audience) => boolean
    readonly ask: (confirm: () => void, cancel: () => void) => ReactNode
  }
}

/** Who may see something, chosen by its owner. */
export function WhoMaySee<Audience extends string>(props: WhoMaySeeProps<Audience>) {
  const { audience, choices, isPending, error, question } = props
  const { t } = useTranslation('share')
  // Asked about before it is done: it ends somebody's work, or a link that cannot be made again.
  const [asked, setAsked] = useState<{
    readonly about: 'own' | 'link'
    readonly audience: Audience
  } | null>(null)
  const [done, setDone] = useState<Audience | null>(null)
  // Shown in the render of the press: what is known of it changes a moment later.
  const [wanted, setWanted] = useState<Audience | null>(null)
  const change = (next: Audience) => {
    setAsked(null)
    setDone(null)
    setWanted(next)
    props.onChange(next, { onSuccess: () => setDone(next), onSettled: () => setWanted(null) })
  }
  const choose = (next: Audience) => {
    if (question?.isFor(next)) return setAsked({ about: 'own', audience: next })
    if (props.endsLink(next)) return setAsked({ about: 'link', audience: next })
    return change(next)
  }
  const confirm = () => asked && change(asked.audience)
  const cancel = () => setAsked(null)
  return (
    <>
      <AudienceChoice
        label={t('who')}
        value={wanted ?? audience}
        isBusy={isPending}
        choices={choices}
        onChange={choose}
      />
      <p role="status" className={classes.outcome}>
        {choices.find(({ value }) => value === done)?.now}
      </p>
      {error ? (
        <p role="alert" className={classes.error}>
          {errorText(error)}
        </p>
      ) : null}
      {asked?.about === 'own' ? question?.ask(confirm, cancel) : null}
      <ConfirmDialog
        isOpen={asked?.about === 'link'}
        title={t('endLink.title')}
        text={props.endLinkText}
        confirmLabel={t('endLink.confirm')}
        onCancel={cancel}
        onConfirm={confirm}
      />
    </>
  )
}
