import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommentedPoint, MapComment, PointName } from '../../../contract/api/discussion.ts'
import { useDiscussion } from '../../queries/discussion-queries.ts'
import { useFailure } from '../../queries/use-failure.ts'
import { ErrorState } from '../../ui/list-states.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import classes from './discussion.module.css'

/** Comments in sight before earlier ones are asked for. */
const SHOWN_FIRST = 5
/** Of a comment that comes in so much is said aloud, in characters. */
const SAID_MOST = 200

export interface DiscussionProps {
  readonly mapId: string
  readonly isOwner: boolean
  readonly isPublic: boolean
  /** Grows each time the discussion is asked for: it comes into sight and has the focus. 0: it was not. */
  readonly calls: number
  /** The point that the next comment is to be about. */
  readonly commentOn?: PointName | undefined
  /** Shows the point that a comment is about; absent where no editor is open. */
  readonly onPoint?: ((point: CommentedPoint) => void) | undefined
}

/** What is said about a map, oldest first, and where to say more. */
export function Discussion(props: DiscussionProps) {
  const { mapId, isOwner, isPublic, calls, commentOn, onPoint } = props
  const { t } = useTranslation('discussion')
  const headingId = useId()
  const asked = useDiscussion(mapId)
  const failure = useFailure(asked)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = asked
  const comments = data?.pages.toReversed().flatMap((page) => page.comments) ?? []
  const total = data?.pages[0]?.total ?? 0
  const { shown, showEarlier } = useShownComments(comments)
  const { said, say } = useAnnouncements(comments)
  const heading = useFocusWhenCalled(calls, data !== undefined, commentOn === undefined)
  const earlier = total - shown.length
  const showMore = () => {
    if (shown.length < comments.length) showEarlier()
    else void fetchNextPage().then(showEarlier)
  }
  return (
    <section aria-labelledby={headingId} className={classes.discussion}>
      <h4 id={headingId} ref={heading} tabIndex={-1} className={classes.heading}>
        {t('title')}
        {total > 0 ? <span className={classes.count}> {total}</span> : null}
      </h4>
      {failure && !data ? (
        <ErrorState title={t('failed')} {...failure} />
      ) : (
        <>
          {data && total === 0 ? (
            <p className={classes.empty}>{t(isPublic ? 'empty.text' : 'empty.private')}</p>
          ) : null}
          {earlier > 0 && (hasNextPage || shown.length < comments.length) ? (
            <Button
              variant="subtle"
              size="compact-sm"
              className="touch-target"
              loading={isFetchingNextPage}
              onClick={showMore}
            >
              {t('earlier', { count: earlier })}
            </Button>
          ) : null}
          {/* What comes in is said below, once and with its writer's name: the log itself stays quiet. */}
          <div role="log" aria-live="off" aria-label={t('title')}>
            <ol className={classes.comments}>
              {shown.map((comment) => (
                <CommentItem
                  key={comment.id}
                  mapId={mapId}
                  comment={comment}
                  isOwner={isOwner}
                  onPoint={onPoint}
                  onSay={say}
                />
              ))}
            </ol>
          </div>
          <CommentForm
            mapId={mapId}
            isPublic={isPublic}
            commentOn={commentOn}
            onSent={() => say(t('sent'))}
          />
        </>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  )
}

/** The last few comments, those that come after them, and on demand all that are here. */
function useShownComments(comments: readonly MapComment[]) {
  // By identity: what was in sight stays there while new ones come.
  const [firstId, setFirstId] = useState<string>()
  const first = comments.find(({ id }) => id === firstId) ?? comments.at(-SHOWN_FIRST) ?? comments[0]
  if (first && first.id !== firstId && !comments.some(({ id }) => id === firstId)) setFirstId(first.id)
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || !first ? comments : comments.slice(comments.indexOf(first))
  return { shown, showEarlier: () => setWhole(true) }
}

/** What a screen reader says: what others have just written, and what the viewer has done. */
function useAnnouncements(comments: readonly MapComment[]) {
  const { t } = useTranslation('discussion')
  const [said, say] = useState('')
  const newest = comments.at(-1)
  const [last, setLast] = useState<MapComment>()
  if (newest && newest.id !== last?.id) {
    setLast(newest)
    // What becomes the newest because that was deleted is not new.
    if (last && newest.at > last.at && !newest.isOwn)
      say(t('arrived', { user: newest.username, text: newest.text.slice(0, SAID_MOST) }))
  }
  return { said, say }
}

/**
 * Brings the heading into sight and to the focus at each call, and into sight once more when the comments have come.
 *
 * @param takesFocus false: the field has it
 */
function useFocusWhenCalled(calls: number, hasCome: boolean, takesFocus: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (calls === 0) return
    if (takesFocus) heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [calls, hasCome, takesFocus])
  return heading
}
