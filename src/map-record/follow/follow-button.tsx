import { Button, type ButtonProps } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalText } from '../../api/api-error.ts'
import {
  followedId,
  useFollow,
  useFollows,
  useUnfollow,
  type FollowTarget,
} from '../../queries/follow-queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast-store.ts'

interface FollowButtonProps extends ButtonProps {
  readonly target: FollowTarget
  /** Of the person, where it is one. */
  readonly username?: string
  /** Of a place that was found by its name: only the bell is shown. */
  readonly place?: string
}

/** Whether the user wants to hear of a map, a person or a place; pressing it changes that. */
export function FollowButton(props: FollowButtonProps) {
  return (
    <Suspense>
      <Follow {...props} />
    </Suspense>
  )
}

function Follow({ target, username = '', place, ...button }: FollowButtonProps) {
  const { t } = useTranslation('follows')
  const { data } = useFollows()
  const [follow, unfollow] = [useFollow(), useUnfollow()]
  // Without knowing whether it is followed there is nothing to offer.
  if (!data) return null
  const id = followedId(data, target)
  const isFollowed = id !== undefined
  const Bell = isFollowed ? IconBellFilled : IconBell
  const outcome = (done: 'begun' | 'ended') => ({
    onSuccess: () => toast.success(t(`${done}.${target.kind}`, { username })),
    onError: (error: Error) =>
      toast.error(refusalText(error) ?? t(done === 'begun' ? 'notBegun' : 'notEnded')),
  })
  // Not disabled while it waits: it would lose the focus.
  const isBusy = follow.isPending || unfollow.isPending
  const press = () => {
    if (isBusy) return
    if (isFollowed) unfollow.mutate({ kind: target.kind, id }, outcome('ended'))
    else follow.mutate(target, outcome('begun'))
  }
  if (place !== undefined)
    return (
      <IconButton
        label={t(isFollowed ? 'thisFollowed' : 'this', { place })}
        aria-pressed={isFollowed}
        variant="default"
        size={36}
        aria-busy={isBusy}
        onClick={press}
      >
        <Bell size={18} stroke={1.75} />
      </IconButton>
    )
  return (
    <Button
      variant="default"
      aria-pressed={isFollowed}
      leftSection={<Bell size={18} stroke={1.75} aria-hidden />}
      aria-busy={isBusy}
      onClick={press}
      {...button}
    >
      {t(`${isFollowed ? 'following' : 'follow'}.${target.kind}`, { username })}
    </Button>
  )
}
