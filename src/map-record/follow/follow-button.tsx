import { Button, type ButtonProps } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/api-error.ts'
import {
  followedId,
  useFollow,
  useFollows,
  useUnfollow,
  type FollowTarget,
} from '../../queries/follow-queries.ts'
import { toast } from '../../ui/toast-store.ts'

interface FollowButtonProps extends ButtonProps {
  readonly target: FollowTarget
  /** Of the person, where it is one. */
  readonly username?: string
}

/** Whether the user wants to hear of a map, a person or a place; pressing it changes that. */
export function FollowButton(props: FollowButtonProps) {
  return (
    <Suspense>
      <Follow {...props} />
    </Suspense>
  )
}

function Follow({ target, username = '', ...button }: FollowButtonProps) {
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
    onError: (error: Error) => toast.error(errorText(error)),
  })
  return (
    <Button
      variant="default"
      aria-pressed={isFollowed}
      leftSection={<Bell size={18} stroke={1.75} aria-hidden />}
      loading={follow.isPending || unfollow.isPending}
      onClick={() => {
        if (isFollowed) unfollow.mutate({ kind: target.kind, id }, outcome('ended'))
        else follow.mutate(target, outcome('begun'))
      }}
      {...button}
    >
      {t(`${isFollowed ? 'following' : 'follow'}.${target.kind}`, { username })}
    </Button>
  )
}
