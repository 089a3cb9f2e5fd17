import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  linkedCatalog,
  MOST_LINKED_BOXES,
  type LinkedCatalog,
  type LinkedMap,
} from '../../contract/api/linked-catalog.ts'
import { ApiError } from '../api/api-error.ts'
import { readToken } from '../api/bearer-token.ts'
import { callApi } from '../api/call-api.ts'
import { thumbnailUrl } from '../api/file-path.ts'
import { yearText } from '../map-record/map-facts.ts'
import { lazyNeeded } from '../ui/lazy-needed.tsx'
import type { CatalogStageProps } from './catalog-stage.tsx'
import { PageHead } from './page-head.tsx'
import { PageState } from './page-state.tsx'
import classes from './public-map-page.module.css'
import list from './public-catalog-page.module.css'

interface PublicCatalogPageProps {
  /** Of the unlisted link. */
  readonly token: string
  /** The server has said so already. */
  readonly isMissing: boolean
  /** Called once the page stands: what comes now keeps nobody waiting. */
  readonly onShown: () => void
}

type State =
  | { readonly status: 'loading' | 'missing' | 'failed' }
  | { readonly status: 'here'; readonly catalog: LinkedCatalog }

/** What draws maps is large, and comes when the page stands. */
const CatalogStage = lazyNeeded<CatalogStageProps>(
  async () => (await import('./catalog-stage.tsx')).CatalogStage,
)

/** A catalog for anyone who has its link: where its maps lie, and each with the way to its own page. */
export function PublicCatalogPage({ token, isMissing, onShown }: PublicCatalogPageProps) {
  const { t, i18n } = useTranslation('public')
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>({ status: isMissing ? 'missing' : 'loading' })
  useEffect(() => {
    if (isMissing) return undefined
    const abort = new AbortController()
    callApi(linkedCatalog, { params: { token } }, { signal: abort.signal }).then(
      (catalog) => setState({ status: 'here', catalog }),
      (error: unknown) => {
        if (abort.signal.aborted) return
        setState({ status: error instanceof ApiError && error.status === 404 ? 'missing' : 'failed' })
      },
    )
    return () => abort.abort()
  }, [token, isMissing, attempt])
  const name =
    state.status === 'here'
      ? state.catalog.title
      : state.status === 'missing'
        ? t('head.missingCatalogTitle')
        : ''
  useEffect(() => {
    if (name !== '') document.title = `${name} · Palimpsest`
  }, [name])
  const isShown = state.status !== 'loading'
  const tellShown = useEffectEvent(onShown)
  useEffect(() => {
    if (isShown) tellShown()
  }, [isShown])
  return (
    <div className={classes.page} lang={i18n.language}>
      <PageHead />
      <main id="content">
        {state.status === 'here' ? (
          <Told catalog={state.catalog} token={token} />
        ) : (
          <PageState
            status={state.status}
            texts={{
              loading: t('catalog.loading'),
              missingTitle: t('head.missingCatalogTitle'),
              missingText: t('head.missingCatalogText'),
              failed: t('catalog.failed'),
            }}
            onRetry={() => setAttempt(attempt + 1)}
          />
        )}
      </main>
    </div>
  )
}

function Told({ catalog, token }: { readonly catalog: LinkedCatalog; readonly token: string }) {
  const { t } = useTranslation('public')
  const { title, ownerName, mapCount, placedCount, hiddenCount } = catalog
  const { maps, more } = useFollowing(catalog, token)
  return (
    <article>
      <h1 dir="auto">{title}</h1>
      <p className={classes.made}>
        {[t('catalog.by', { name: ownerName }), t('catalog.count', { count: mapCount })].join(' · ')}
      </p>
      {placedCount > 0 ? (
        <section aria-label={t('catalog.where')} className={`${classes.map} ${list.map}`}>
          <CatalogStage title={title} token={token} />
        </section>
      ) : null}
      {placedCount > MOST_LINKED_BOXES ? (
        <p>{t('catalog.boxes', { shown: MOST_LINKED_BOXES, count: placedCount })}</p>
      ) : null}
      {maps.length > 0 ? (
        <ul className={list.list}>
          {maps.map((map) => (
            <CatalogMap key={map.id} map={map} isFirstNew={map.id === more.firstNewId} />
          ))}
        </ul>
      ) : (
        <p>{t('catalog.empty')}</p>
      )}
      <MoreMaps shown={maps.length} count={mapCount} more={more} />
      {hiddenCount > 0 ? <p>{t('catalog.hidden', { count: hiddenCount })}</p> : null}
      {readToken() === null ? null : (
        <p>
          <a href={`/catalogs?shared=${encodeURIComponent(token)}`} className={classes.button}>
            {t('catalog.open')}
          </a>
        </p>
      )}
    </article>
  )
}

interface More {
  readonly status: 'resting' | 'loading' | 'failed'
  /** Null: there are no more. */
  readonly ask: (() => void) | null
  /** Of those that came last. */
  readonly firstNewId: string | null
}

/** The maps that have come, and how the next page of them is asked for. */
function useFollowing(catalog: LinkedCatalog, token: string): { maps: readonly LinkedMap[]; more: More } {
  const [pages, setPages] = useState<readonly LinkedCatalog[]>([catalog])
  const [status, setStatus] = useState<More['status']>('resting')
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  const last = pages.at(-1) ?? catalog
  const cursor = last.nextCursor
  const ask = () => {
    if (cursor === null || status === 'loading') return
    setStatus('loading')
    ending.current = new AbortController()
    const { signal } = ending.current
    callApi(linkedCatalog, { params: { token }, query: { cursor } }, { signal }).then(
      (next) => {
        setPages([...pages, next])
        setStatus('resting')
      },
      () => {
        if (!signal.aborted) setStatus('failed')
      },
    )
  }
  // Ordered anew in between, a map may come twice.
  const maps = [...new Map(pages.flatMap((page) => page.maps).map((map) => [map.id, map])).values()]
  const firstNewId = pages.length > 1 ? (last.maps[0]?.id ?? null) : null
  return { maps, more: { status, ask: cursor === null ? null : ask, firstNewId } }
}

/** How many of all are shown, and the way to the next. */
function MoreMaps({ shown, count, more }: { shown: number; count: number; more: More }) {
  const { t } = useTranslation('public')
  const { status, ask } = more
  return (
    <>
      <p role="status">{ask ? t('catalog.more', { shown, count }) : null}</p>
      {status === 'failed' ? <p role="alert">{t('catalog.moreFailed')}</p> : null}
      {ask ? (
        <p>
          <button type="button" className={classes.button} aria-disabled={status === 'loading'} onClick={ask}>
            {t(status === 'loading' ? 'catalog.loading' : status === 'failed' ? 'retry' : 'catalog.showMore')}
          </button>
        </p>
      ) : null}
    </>
  )
}

interface CatalogMapProps {
  readonly map: LinkedMap
  /** The first of those that were asked for: who asked goes on from here. */
  readonly isFirstNew: boolean
}

function CatalogMap({ map, isFirstNew }: CatalogMapProps) {
  const { t } = useTranslation('public')
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isFirstNew) link.current?.focus({ preventScroll: true })
  }, [isFirstNew])
  const facts = [yearText(map.years), map.creator, map.corners ? null : t('catalog.unplaced')]
  return (
    <li>
      <a ref={link} href={`/m/${encodeURIComponent(map.id)}`}>
        {map.basePath === null ? (
          <span className={list.none}>
            <IconPhotoOff size={32} stroke={1.5} aria-hidden />
          </span>
        ) : (
          // The title beside it says what it shows.
          <img src={thumbnailUrl(map.basePath, 'small')} alt="" loading="lazy" decoding="async" />
        )}
        <strong dir="auto">{map.title}</strong>
      </a>
      <span>{facts.filter(Boolean).join(' · ')}</span>
    </li>
  )
}
