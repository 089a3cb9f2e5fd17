import { Button } from '@mantine/core'
import { IconCompass, IconMessage, IconPencil, IconShare } from '@tabler/icons-react'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommentedPoint, PointName } from '../../contract/api/discussion.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { decisionText } from './decision-text.ts'
import { FieldChanges } from './field-changes.tsx'
import { FavoriteButton } from './favorite-button.tsx'
import { dateText, scaleText, yearText } from './map-facts.ts'
import classes from './map-overview-dialog.module.css'
import { navigatorLink } from './map-links.ts'
import { MapHistory } from './map-history.tsx'
import { MapStateWord } from './map-state-word.tsx'
import { MapThumbnail } from './map-thumbnail.tsx'
import { MapWarnings } from './map-warnings.tsx'
import { PublicPageLinks } from './public-page-links.tsx'
import { RatingPanel } from './rating-panel.tsx'
import { ShareDialog } from './share/share-dialog.tsx'
import { useFavoriteChoice } from './use-favorite-choice.tsx'
import { useDiscussion } from '../queries/discussion-queries.ts'
import type { Favourite } from '../queries/interaction-queries.ts'
import { OutsideLink } from '../ui/outside-link.tsx'
import { useMapRecord } from '../queries/map-queries.ts'
import { usePermissions } from '../session/permissions.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Fold } from '../ui/fold.tsx'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { lazySection } from '../ui/lazy-section.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { dateLanguage } from '../ui/i18n/date-language.ts'

const EditMapDialog = lazyOverlay(async () => (await import('./edit-map-dialog.tsx')).EditMapDialog)

/** With texts of its own, and not needed by who only looks at the map. */
const Discussion = lazySection(async () => (await import('./discussion/discussion.tsx')).Discussion, <div />)

const BetterPoints = lazySection(
  async () => (await import('./better-points/better-points.tsx')).BetterPoints,
  <div />,
)

const MapDownloads = lazySection(
  async () => (await import('./downloads/map-downloads.tsx')).MapDownloads,
  <div />,
)

/** What is followed is asked for when the details are open. */
const FollowButton = lazySection(
  async () => (await import('./follow/follow-button.tsx')).FollowButton,
  <div />,
)

interface MapOverviewDialogProps {
  readonly map: MapSummary
  /** Of its overlay, where that is known. */
  readonly points?: number
  readonly onClose: () => void
  /** What "Load map" does; absent where the map is loaded. */
  readonly onLoad?: (() => void) | undefined
  /** The map that is shown now and would give way; absent: none would. */
  readonly beside?: { readonly title: string; readonly onShow: () => void } | undefined
  /** What it opens with in sight; absent: the map. */
  readonly startsWith?: 'discussion' | 'points' | 'downloads'
  /** The point that the next comment is to be about: the discussion is in sight then. */
  readonly commentOn?: PointName | undefined
  /** Shows the point that a comment is about; absent where no editor is open. */
  readonly onPoint?: ((point: CommentedPoint) => void) | undefined
  /** False where the address says that it is open: Back leaves that address. */
  readonly hasStep?: boolean
}

function Facts({ map, points }: Pick<MapOverviewDialogProps, 'map' | 'points'>) {
  const { t, i18n } = useTranslation('maps')
  const { titles, years } = map
  const { startYear, endYear } = years.period
  const changes = map.assigned?.changes
  const rows: [string, ReactNode][] = [
    [t('fields.creator'), map.creator],
    [t('fields.publisher'), map.publisher],
    [t('fields.modernTitle'), titles.modernTitle],
    [t('fields.alternativeTitle'), titles.alternativeTitle],
    [t('fields.date'), years.date && dateText(years.date)],
    [
      t('fields.period'),
      startYear === null && endYear === null
        ? null
        : yearText({ year: null, period: years.period, date: null }),
    ],
    [t('fields.sheetNumber'), map.sheetNumber],
    [t('fields.dpi'), map.dpi],
    [t('fields.licence'), map.licence && t(`licences.${map.licence}`)],
    [t('fields.attribution'), map.attribution],
    [t('fields.institution'), map.institution],
    [t('fields.shelfmark'), map.shelfmark],
    [t('fields.catalogueUrl'), map.catalogueUrl && <OutsideLink key="record" address={map.catalogueUrl} />],
    [t('fields.sheetBounds'), map.sheetBounds],
    [
      t('fields.importedFrom'),
      map.importedFrom ? <OutsideLink key="source" address={map.importedFrom} /> : null,
    ],
    [
      t('overview.uploaded'),
      new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' }).format(
        new Date(map.uploadDate),
      ),
    ],
    [t('overview.visibility'), map.isPublic ? t('visibility.public') : t('visibility.private')],
    [
      t('overview.uploader'),
      map.isOwner ? null : (
        <span key="uploader" className={classes.uploader}>
          <span dir="auto">{map.user.username}</span>
          <FollowButton
            size="compact-sm"
            target={{ kind: 'user', id: map.userId }}
            username={map.user.username}
          />
        </span>
      ),
    ],
    [t('overview.worker'), map.assigned?.to.username ?? null],
    [t('overview.changes'), changes ? decisionText(changes) : null],
    [t('overview.points'), points === undefined ? null : new Intl.NumberFormat(i18n.language).format(points)],
  ]
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** Ratings as they were last told: by the server, or by what the reader has just given. */
function useNewest(told: MapSummary['ratings']) {
  const [seen, setSeen] = useState(told)
  const state = useState(told)
  const isNew =
    told.average !== seen.average || told.count !== seen.count || told.userRating !== seen.userRating
  if (isNew) {
    setSeen(told)
    state[1](told)
  }
  return state
}

/** Everything known of a map, beside its picture; it can be rated and kept here. */
export function MapOverviewDialog(props: MapOverviewDialogProps) {
  const { map, points, beside, onClose, onLoad, startsWith, hasStep = true } = props
  const { t } = useTranslation(['maps', 'common'])
  const [calls, setCalls] = useState(startsWith === 'discussion' || props.commentOn ? 1 : 0)
  const said = useDiscussion(map.id).data?.pages[0]?.total ?? 0
  // Of one's own map the record is known as it is now: what others say of it comes in while the details stand open.
  const { data: record } = useMapRecord(map.isOwner ? map.id : undefined)
  const [ratings, setRatings] = useNewest(record?.ratings ?? map.ratings)
  const [favorite, setFavorite] = useState<Favourite>(map)
  const favorites = useFavoriteChoice(setFavorite)
  const [ratio, setRatio] = useState(4 / 3)
  const [opened, setOpened] = useState<'edit' | 'share' | null>(null)
  const [unfolded, setUnfolded] = useState({ downloads: startsWith === 'downloads', history: false })
  const { isAssigned } = usePermissions(map)
  const head = [yearText(map.years), scaleText(map.scale)].filter((fact) => fact !== null).join(' · ')
  return (
    <Dialog opened onClose={onClose} title={t('overview.title')} size={960} hasStep={hasStep}>
      <div className={classes.columns}>
        <div className={classes.picture} style={{ aspectRatio: ratio }}>
          <MapThumbnail
            basePath={map.basePath}
            alt={t('overview.picture', { title: map.titles.title })}
            size="high"
            isReady={map.processing.state === 'ready'}
            onShape={setRatio}
          />
        </div>
        <div className={classes.text}>
          <h3 className={classes.title} dir="auto">
            {map.titles.title}
          </h3>
          {head ? <p className={classes.head}>{head}</p> : null}
          <p className={classes.head}>
            <MapStateWord map={map} />
          </p>
          <div className={classes.ways}>
            {onLoad ? <Button onClick={onLoad}>{t('overview.load')}</Button> : null}
            {beside ? (
              <Button variant="default" onClick={beside.onShow}>
                {t('overview.showBeside', { title: beside.title })}
              </Button>
            ) : null}
          </div>
          <div className={classes.ways}>
            {map.isOwner ? (
              <Button
                variant="default"
                leftSection={<IconShare size={18} stroke={1.75} aria-hidden />}
                onClick={() => setOpened('share')}
              >
                {t('card.share')}
              </Button>
            ) : null}
            {map.isPublic && !map.isOwner ? <PublicPageLinks mapId={map.id} /> : null}
            <FavoriteButton
              isFavorited={favorite.isFavorited}
              changes={favorites.changesOf(map.id)}
              onPress={() => favorites.press({ ...map, isFavorited: favorite.isFavorited })}
            />
            {map.isTransformed ? (
              <ButtonLink
                {...navigatorLink(map)}
                variant="default"
                leftSection={<IconCompass size={18} stroke={1.75} aria-hidden />}
              >
                {t('card.navigator')}
              </ButtonLink>
            ) : null}
            {map.isOwner && !isAssigned ? (
              <Button
                variant="default"
                leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
                onClick={() => setOpened('edit')}
              >
                {t('card.edit')}
              </Button>
            ) : null}
          </div>
          {map.description ? <p className={classes.description}>{map.description}</p> : null}
          <RatingPanel mapId={map.id} isOwn={map.isOwner} ratings={ratings} onRated={setRatings} />
          {favorite.favoritesCount > 0 ? (
            <p className={classes.head}>{t('overview.favorites', { count: favorite.favoritesCount })}</p>
          ) : null}
          <Facts map={record ?? map} {...(points !== undefined && { points })} />
          {record?.proposal ? (
            <section>
              <h4>{t('changes.title', { username: record.assigned?.to.username ?? '' })}</h4>
              <FieldChanges changes={record.proposal} />
            </section>
          ) : null}
          <MapWarnings warnings={record?.warnings ?? []} />
          {map.files.transformedPath === null ? null : (
            <Fold
              label={t('overview.downloads')}
              isOpen={unfolded.downloads}
              onToggle={(downloads) => setUnfolded({ ...unfolded, downloads })}
            >
              <Suspense>
                <MapDownloads
                  mapId={map.id}
                  title={map.titles.title}
                  overlayPath={map.files.transformedPath}
                  corners={map.corners}
                />
              </Suspense>
            </Fold>
          )}
          {map.isPublic && map.isTransformed ? (
            <Suspense>
              <BetterPoints mapId={map.id} isOwner={map.isOwner} isCalled={startsWith === 'points'} />
            </Suspense>
          ) : null}
          <Fold
            label={t('history.title')}
            isOpen={unfolded.history}
            onToggle={(history) => setUnfolded({ ...unfolded, history })}
          >
            <MapHistory mapId={map.id} isOwner={map.isOwner} />
          </Fold>
        </div>
        <div className={classes.discussion}>
          <div className={classes.ways}>
            <Button
              variant="default"
              leftSection={<IconMessage size={18} stroke={1.75} aria-hidden />}
              onClick={() => setCalls(calls + 1)}
            >
              {said === 0 ? t('overview.discuss') : t('overview.discussion', { count: said })}
            </Button>
            {map.isPublic && !map.isOwner ? <FollowButton target={{ kind: 'map', id: map.id }} /> : null}
          </div>
          {calls === 0 ? null : (
            <Suspense>
              <Discussion
                mapId={map.id}
                isOwner={map.isOwner}
                isPublic={map.isPublic}
                calls={calls}
                commentOn={props.commentOn}
                onPoint={props.onPoint}
              />
            </Suspense>
          )}
        </div>
      </div>
      <div className="dialog-footer">
        <Button variant="default" onClick={onClose}>
          {t('common:action.close')}
        </Button>
      </div>
      {favorites.dialog}
      {opened === 'edit' ? (
        <EditMapDialog map={map} onClose={() => setOpened(null)} onSaved={onClose} />
      ) : null}
      {opened === 'share' ? <ShareDialog map={map} onClose={() => setOpened(null)} /> : null}
    </Dialog>
  )
}
