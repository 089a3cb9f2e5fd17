import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_LINKED_BOXES, type LinkedCatalog } from '../../contract/api/linked-catalog.ts'
import { readToken } from '../api/bearer-token.ts'
import { lazyNeeded } from '../ui/lazy-needed.tsx'
import type { CatalogStageProps } from './catalog-stage.tsx'
import { MapTile } from './map-tile.tsx'
import { PageHead } from './page-head.tsx'
import { PageState } from './page-state.tsx'
import classes from './public-map-page.module.css'
import list from './public-catalog-page.module.css'
import { type More, useLinkedCatalog } from './use-linked-catalog.ts'

interface PublicCatalogPageProps {
  /** Of the unlisted link. */
  readonly token: string
  /** The server has said so already. */
  readonly isMissing: boolean
  /** Called once the page stands: what comes now keeps nobody waiting. */
  readonly onShown: () => void
}

/** What draws maps is large, and comes when the page stands. */
const CatalogStage = lazyNeeded<CatalogStageProps>(
  async () => (await import('./catalog-stage.tsx')).CatalogStage,
)

/** A catalog for anyone who has its link: where its maps lie, and each with the way to its own page. */
export function PublicCatalogPage({ token, isMissing, onShown }: PublicCatalogPageProps) {
  const { t, i18n } = useTranslation('public')
  const linked = useLinkedCatalog(token, isMissing)
  const { status, catalog } = linked
  const isGone = status === 'missing' || status === 'ended'
  const name = catalog?.title ?? (isGone ? t('head.missingCatalogTitle') : '')
  useEffect(() => {
    if (name !== '') document.title = `${name} · Palimpsest`
  }, [name])
  const isShown = status !== 'loading'
  const tellShown = useEffectEvent(onShown)
  useEffect(() => {
    if (isShown) tellShown()
  }, [isShown])
  return (
    <div className={classes.page} lang={i18n.language}>
      <PageHead />
      <main id="content">
        {catalog ? (
          <CatalogArticle {...linked} catalog={catalog} token={token} />
        ) : (
          <PageState
            status={isGone ? 'missing' : status === 'failed' ? 'failed' : 'loading'}
            isNews={status === 'ended'}
            texts={{
              loading: t('catalog.loading'),
              missingTitle: t(status === 'ended' ? 'catalog.endedTitle' : 'head.missingCatalogTitle'),
              missingText: t(status === 'ended' ? 'catalog.endedText' : 'head.missingCatalogText'),
              failed: t('catalog.failed'),
            }}
            onRetry={linked.retry}
          />
        )}
      </main>
    </div>
  )
}

interface CatalogArticleProps extends Pick<
  ReturnType<typeof useLinkedCatalog>,
  'maps' | 'more' | 'renewals'
> {
  readonly catalog: LinkedCatalog
  readonly token: string
}

function CatalogArticle({ catalog, token, maps, more, renewals }: CatalogArticleProps) {
  const { t } = useTranslation('public')
  const { id, title, ownerName, mapCount, placedCount, hiddenCount } = catalog
  return (
    <article>
      <h1 dir="auto">{title}</h1>
      <p className={classes.made}>
        {[t('catalog.by', { name: ownerName }), t('catalog.count', { count: mapCount })].join(' · ')}
      </p>
      {placedCount > 0 ? (
        <section aria-label={t('catalog.where')} className={`${classes.map} ${list.map}`}>
          <CatalogStage id={id} title={title} token={token} renewals={renewals} />
        </section>
      ) : null}
      {placedCount > MOST_LINKED_BOXES ? (
        <p>{t('catalog.boxes', { shown: MOST_LINKED_BOXES, count: placedCount })}</p>
      ) : null}
      {maps.length > 0 ? (
        <ul className={list.list}>
          {maps.map((map) => (
            <MapTile key={map.id} map={map} isFirstNew={map.id === more.firstNewId} />
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
