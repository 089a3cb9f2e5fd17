import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  followMap,
  followPlace,
  follows,
  followUser,
  unfollowMap,
  unfollowPlace,
  unfollowUser,
  type Follows,
} from '../../contract/api/follows.ts'
import type { Corners } from '../../contract/api/map-record.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** Everything that the user follows. */
export function useFollows() {
  return useQuery({
    queryKey: queryKeys.follows,
    queryFn: ({ signal }) => callApi(follows, {}, { signal }),
  })
}

/** What one wants to hear of, or no more. */
export type FollowTarget =
  | { readonly kind: 'map'; readonly id: string }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'place'; readonly box: Corners; readonly name: string | null }

/** A place is known by its box to the metre, as addresses carry it. */
const isSameBox = (a: Corners, b: Corners) =>
  (['minX', 'minY', 'maxX', 'maxY'] as const).every((side) => Math.abs(a[side] - b[side]) < 1)

/** The id under which something is followed; undefined: it is not. */
export function followedId(followed: Follows, target: FollowTarget): string | undefined {
  switch (target.kind) {
    case 'map':
      return followed.maps.find(({ id }) => id === target.id)?.id
    case 'user':
      return followed.users.find(({ id }) => id === target.id)?.id
    case 'place':
      return followed.places.find(({ box }) => isSameBox(box, target.box))?.id
  }
}

/** Begins to follow something. */
export function useFollow() {
  const renew = useRenewal()
  return useMutation({
    mutationFn: async (target: FollowTarget): Promise<unknown> => {
      switch (target.kind) {
        case 'map':
          return callApi(followMap, { params: { id: target.id } })
        case 'user':
          return callApi(followUser, { params: { id: target.id } })
        case 'place':
          return callApi(followPlace, { body: { box: target.box, name: target.name } })
      }
    },
    onSettled: renew,
  })
}

/** Ends following something, by its id. */
export function useUnfollow() {
  const renew = useRenewal()
  return useMutation({
    mutationFn: ({ kind, id }: { readonly kind: FollowTarget['kind']; readonly id: string }) =>
      callApi(UNFOLLOW[kind], { params: { id } }),
    onSettled: renew,
  })
}

const UNFOLLOW = { map: unfollowMap, user: unfollowUser, place: unfollowPlace } as const

function useRenewal(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: queryKeys.follows })
}
