import {
  type ClaimEndCause,
  MINUTES_AS_HOURS,
  type Notification,
  type TakeDownReason,
} from '../../../contract/api/notifications.ts'
import { REJECTION_REASON_TEXTS, rejectionReason } from '../../../contract/api/rejection-reasons.ts'

interface NoticeText {
  readonly priority: Notification['priority']
  readonly title: string
  readonly message: string
}

type Facts = Notification['data'] & { readonly senderName: string }

const quoted = (title: string | undefined) => `“${title ?? ''}”`
/** A sentence, and after it why an owner has decided so, or what a contributor says to it. */
function withReason(
  sentence: string,
  { reason, takenDownFor, note }: Pick<Facts, 'reason' | 'takenDownFor' | 'note'>,
): string {
  const known = reason ? rejectionReason(reason) : undefined
  const why = known ? `${REJECTION_REASON_TEXTS[known].en}.` : takenDownFor && TAKE_DOWN_TEXTS[takenDownFor]
  return [sentence, why, note].filter(Boolean).join(' ')
}

const TAKE_DOWN_TEXTS: Record<TakeDownReason, string> = {
  copyright: 'It violates the rights of others.',
  privacy: 'It violates the privacy of others.',
  offensive: 'It offends others.',
  spam: 'It is advertising.',
  unlawful: 'The law does not allow it.',
}

const CLAIM_ENDS: Record<Exclude<ClaimEndCause, 'takenDown'>, string> = {
  private: 'has made private the map that you were working on:',
  trashed: 'has deleted the map that you were working on:',
  idle: 'has ended your claim, in which nothing was changed for an hour, of',
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

const timeLeft = (minutes: number) =>
  minutes < MINUTES_AS_HOURS ? `${minutes} min` : `${Math.floor(minutes / 60)} h`

/** English texts and urgency of each type; the interface words them anew in the reader's language from the data. */
export const NOTICE_TEXTS: Record<Notification['type'], (facts: Facts) => NoticeText> = {
  map_assigned: ({ senderName, mapTitle }) => ({
    priority: 'medium',
    title: 'Your map is being transformed',
    message: `${senderName} has claimed ${quoted(mapTitle)} and is working on it.`,
  }),
  map_completed: ({ senderName, mapTitle, ...facts }) => ({
    priority: 'high',
    title: 'A transformation awaits your approval',
    message: withReason(`${senderName} has submitted a transformation of ${quoted(mapTitle)}.`, facts),
  }),
  map_approved: ({ mapTitle }) => ({
    priority: 'medium',
    title: 'Map transformation approved',
    message: `Your transformation of ${quoted(mapTitle)} has been approved.`,
  }),
  map_rejected: ({ mapTitle, ...facts }) => ({
    priority: 'high',
    title: 'Transformation rejected',
    message: withReason(`Your transformation of ${quoted(mapTitle)} has been rejected.`, facts),
  }),
  map_changes_requested: ({ mapTitle, senderName, ...facts }) => ({
    priority: 'high',
    title: 'Changes requested',
    message: withReason(
      `${senderName} asks you to change your transformation of ${quoted(mapTitle)}. Your points are kept.`,
      facts,
    ),
  }),
  map_details_changed: ({ mapTitle, senderName }) => ({
    priority: 'medium',
    title: 'Changes to the info of your map are proposed',
    message: `${senderName} works on ${quoted(mapTitle)} and proposes changes to its info. You decide about them with the transformation.`,
  }),
  map_given_back: ({ mapTitle, senderName }) => ({
    priority: 'low',
    title: 'Your map is free again',
    message: `${senderName} has given ${quoted(mapTitle)} back. It can be edited and claimed again.`,
  }),
  map_claim_over: ({ mapTitle, senderName }) => ({
    priority: 'medium',
    title: 'Your map is free again',
    message: `The time for the work of ${senderName} on ${quoted(mapTitle)} is over. The map is as it was before.`,
  }),
  map_claim_ended: ({ mapTitle, senderName, why }) => ({
    priority: 'high',
    title: 'Your work on a map has ended',
    message: `${
      why === 'takenDown'
        ? 'The operator of this instance has taken down the map that you were working on:'
        : `${senderName} ${CLAIM_ENDS[why ?? 'idle']}`
    } ${quoted(mapTitle)}. Your points are saved as a draft.`,
  }),
  map_claim_ending: ({ mapTitle, minutesLeft = 0 }) => ({
    priority: 'high',
    title: 'Your time for a map ends soon',
    message: `${timeLeft(minutesLeft)} left for ${quoted(mapTitle)}. Submit what you have placed. Your points are kept if the time runs out.`,
  }),
  new_favorite: ({ senderName, mapTitle }) => ({
    priority: 'low',
    title: 'New favourite',
    message: `${senderName} has added ${quoted(mapTitle)} to their favourites.`,
  }),
  new_rating: ({ senderName, rating, mapTitle }) => ({
    priority: 'low',
    title: 'New rating',
    message: `${senderName} has rated ${quoted(mapTitle)} with ${rating ?? 0} of 5.`,
  }),
  catalog_shared: ({ senderName, catalogTitle, mayEdit }) => ({
    priority: 'medium',
    title: 'A catalog was shared with you',
    message: `${senderName} has shared the catalog ${quoted(catalogTitle)} with you${mayEdit ? ', to edit together' : ''}.`,
  }),
  catalog_map_added: ({ senderName, mapTitle, catalogTitle }) => ({
    priority: 'low',
    title: 'A map was added to your catalog',
    message: `${senderName} has added ${quoted(mapTitle)} to your catalog ${quoted(catalogTitle)}.`,
  }),
  catalog_map_removed: ({ senderName, mapTitle, catalogTitle }) => ({
    priority: 'low',
    title: 'A map was taken out of your catalog',
    message: `${senderName} has taken ${quoted(mapTitle)} out of your catalog ${quoted(catalogTitle)}.`,
  }),
  catalog_left: ({ senderName, catalogTitle }) => ({
    priority: 'low',
    title: 'Someone has left your catalog',
    message: `${senderName} has left your catalog ${quoted(catalogTitle)}.`,
  }),
  catalog_renamed: ({ senderName, earlierTitle, catalogTitle }) => ({
    priority: 'medium',
    title: 'Your catalog was renamed',
    message: `${senderName} has renamed your catalog ${quoted(earlierTitle)} to ${quoted(catalogTitle)}.`,
  }),
  catalog_right_changed: ({ senderName, catalogTitle, mayEdit }) => ({
    priority: 'medium',
    title: 'Your right in a catalog has changed',
    message: mayEdit
      ? `${senderName} lets you edit the catalog ${quoted(catalogTitle)} now.`
      : `${senderName} lets you only look at the catalog ${quoted(catalogTitle)} now.`,
  }),
  catalog_unshared: ({ senderName, catalogTitle }) => ({
    priority: 'medium',
    title: 'A catalog is no longer shared with you',
    message: `${senderName} no longer shares the catalog ${quoted(catalogTitle)} with you.`,
  }),
  catalog_deleted: ({ senderName, catalogTitle }) => ({
    priority: 'medium',
    title: 'A catalog that was shared with you is deleted',
    message: `${senderName} has deleted the catalog ${quoted(catalogTitle)}. Its maps stay.`,
  }),
  map_comment: ({ mapTitle }) => ({
    priority: 'medium',
    title: 'New comments on a map',
    message: `There is something new in the discussion of ${quoted(mapTitle)}.`,
  }),
  better_points: ({ mapTitle, note }) => ({
    priority: 'medium',
    title: 'A map needs better points',
    message: `It is said that ${quoted(mapTitle)} needs better points.${note ? ` ${quoted(note)}` : ''}`,
  }),
  better_points_answered: ({ mapTitle, senderName }) => ({
    priority: 'low',
    title: 'The points of a map were looked at',
    message: `${senderName} says that the points of ${quoted(mapTitle)} have been looked at.`,
  }),
  followed_map: ({ mapTitle }) => ({
    priority: 'low',
    title: 'A map that you follow was georeferenced anew',
    message: `There is a new overlay of ${quoted(mapTitle)}.`,
  }),
  followed_map_comment: ({ mapTitle }) => ({
    priority: 'low',
    title: 'New comments on a map that you follow',
    message: `There is something new in the discussion of ${quoted(mapTitle)}.`,
  }),
  followed_user_map: ({ mapTitle, senderName }) => ({
    priority: 'low',
    title: 'A new map of someone you follow',
    message: `There is a new map of ${senderName} on the map: ${quoted(mapTitle)}.`,
  }),
  followed_place_map: ({ mapTitle }) => ({
    priority: 'low',
    title: 'A new map in a place that you follow',
    message: `${quoted(mapTitle)} has been georeferenced there.`,
  }),
  map_taken_down: ({ mapTitle, ...facts }) => ({
    priority: 'high',
    title: 'Your map was taken down',
    message: withReason(
      `The operator of this instance has taken down ${quoted(mapTitle)}: you alone can see it.`,
      facts,
    ),
  }),
  map_allowed_again: ({ mapTitle }) => ({
    priority: 'medium',
    title: 'Your map is allowed again',
    message: `You may share ${quoted(mapTitle)} again. It is private until you do.`,
  }),
  comment_taken_down: ({ mapTitle, ...facts }) => ({
    priority: 'high',
    title: 'Your comment was taken down',
    message: withReason(
      `The operator of this instance has hidden your comment on ${quoted(mapTitle)}.`,
      facts,
    ),
  }),
  comment_allowed_again: ({ mapTitle }) => ({
    priority: 'medium',
    title: 'Your comment is shown again',
    message: `Your comment on ${quoted(mapTitle)} is in its discussion again.`,
  }),
  system_announcement: () => ({ priority: 'medium', title: 'Announcement', message: '' }),
  deadline_reminder: ({ daysLeft = 0, mapTitle }) =>
    daysLeft > 0
      ? {
          priority: daysLeft <= 1 ? 'urgent' : 'high',
          title: 'A transformation awaits your decision',
          message: `${days(daysLeft)} left to decide about ${quoted(mapTitle)}.`,
        }
      : {
          priority: 'medium',
          title: 'Assignment for the map has expired',
          message: `The time for ${quoted(mapTitle)} is over. Your points are saved as a draft.`,
        },
}
