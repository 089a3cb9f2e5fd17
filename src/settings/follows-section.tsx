import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FollowedPlace } from '../../contract/api/follows.ts'
import { boundsToText } from '../../contract/rules/bounds-to-text.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { easting180 } from '../../contract/worlds.ts'
import { errorText } from '../api/api-error.ts'
import { useFollows, useUnfollow, type FollowTarget } from '../queries/follow-queries.ts'
import { AnchorLink } from '../ui/links.tsx'
import { useFailure } from '../queries/use-failure.ts'
import { ErrorState } from '../ui/list-states.tsx'
import { toast } from '../ui/toast-store.ts'
import classes from './settings.module.css'
import { dateLanguage } from '../ui/i18n/date-language.ts'

/** Entries of a list in sight before all are asked for. */
const SHOWN_FIRST = 5

/** The maps, people and places that the user follows, and how to end it. */
export function FollowsSection() {
  return (
    <Suspense>
      <FollowsLists />
    </Suspense>
  )
}

interface Entry {
  readonly id: string
  readonly name: string
  readonly followedAt: string
  /** Where it is seen; null: its owner has hidden it. */
  readonly search: { readonly mapId: string } | { readonly tab: 'public'; readonly box: string } | null
}

/** The middle of a box in degrees, to about a kilometre. */
function middleOf({ minX, minY, maxX, maxY }: FollowedPlace['box'], language: string) {
  const [lon, lat] = lonLatOf([easting180((minX + maxX) / 2), (minY + maxY) / 2])
  const degrees = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return { lat: degrees.format(lat), lon: degrees.format(lon) }
}

function FollowsLists() {
  const { t, i18n } = useTranslation('follows')
  const follows = useFollows()
  const failure = useFailure(follows)
  const { data } = follows
  const lists: readonly (readonly [FollowTarget['kind'], readonly Entry[]])[] = data
    ? [
        [
          'map',
          data.maps.map(({ id, title, followedAt }) => ({
            id,
            name: title ?? t('hidden'),
            followedAt,
            search: title === null ? null : { mapId: id },
          })),
        ],
        [
          'user',
          data.users.map(({ id, username, followedAt }) => ({
            id,
            name: username,
            followedAt,
            search: null,
          })),
        ],
        [
          'place',
          data.places.map(({ id, name, near, box, followedAt }) => ({
            id,
            name: name ?? (near ? t('near', { town: near }) : t('unnamed', middleOf(box, i18n.language))),
            followedAt,
            search: { tab: 'public' as const, box: boundsToText(box) },
          })),
        ],
      ]
    : []
  const isEmpty = data && lists.every(([, entries]) => entries.length === 0)
  return (
    <section className={classes.section} id="follows">
      <h3>{t('title')}</h3>
      <p className={classes.text}>{t(isEmpty ? 'none' : 'text')}</p>
      {failure ? <ErrorState title={t('failed')} {...failure} /> : null}
      {lists.map(([kind, entries]) =>
        entries.length > 0 ? <FollowList key={kind} kind={kind} entries={entries} /> : null,
      )}
    </section>
  )
}

function FollowList({
  kind,
  entries,
}: {
  readonly kind: FollowTarget['kind']
  readonly entries: readonly Entry[]
}) {
  const { t, i18n } = useTranslation('follows')
  const [isWhole, setWhole] = useState(false)
  const { mutate, isPending, variables } = useUnfollow()
  const day = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' })
  return (
    <>
      <h4>{t(`list.${kind}`)}</h4>
      <ul className={classes.rows} aria-label={t(`list.${kind}`)}>
        {entries.slice(0, isWhole ? undefined : SHOWN_FIRST).map(({ id, name, followedAt, search }) => (
          <li key={id}>
            <span>
              <strong dir="auto">
                {search ? (
                  <AnchorLink to="/public-maps" search={search}>
                    {name}
                  </AnchorLink>
                ) : (
                  name
                )}
              </strong>
              <span className={classes.text}>{t('since', { day: day.format(new Date(followedAt)) })}</span>
            </span>
            <Button
              variant="default"
              aria-label={t('endNamed', { name })}
              loading={isPending && variables.id === id}
              onClick={() =>
                mutate(
                  { kind, id },
                  {
                    onSuccess: () => toast.success(t(`ended.${kind}`, { username: name })),
                    onError: (failure) => toast.error(errorText(failure)),
                  },
                )
              }
            >
              {t('end')}
            </Button>
          </li>
        ))}
      </ul>
      {!isWhole && entries.length > SHOWN_FIRST ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('all', { total: entries.length })}
        </Button>
      ) : null}
    </>
  )
}
