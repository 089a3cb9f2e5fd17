import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicMap } from '../../contract/api/public-map.ts'
import { yearText } from '../map-record/map-facts.ts'
import { AccuracyPart, FactsPart, RightsPart } from './map-parts.tsx'
import { MapView } from './map-view.tsx'
import { exploreAddress } from './explore-address.ts'
import { NearbyPart, useNearbyMaps } from './nearby-part.tsx'
import { PageHead } from './page-head.tsx'
import { PageState } from './page-state.tsx'
import { ShareButton } from './share-button.tsx'
import { CitePart, DOWNLOADS_ID, DownloadsPart, linkOf, SpecialistPart } from './take-along.tsx'
import classes from './public-map-page.module.css'
import { type MapAddress, usePublicMap } from './use-public-map.ts'

interface PublicMapPageProps {
  readonly address: MapAddress
  /** The server has said so already. */
  readonly isMissing: boolean
  /** Within another page, which tells the rest. */
  readonly isEmbedded: boolean
  /** Called once the page stands and the map is on its way: what comes now keeps nobody waiting. */
  readonly onShown: () => void
}

/** A map that is public, or that its link was given of, for anyone, with an account or without: the map, its data, and what may be taken along. */
export function PublicMapPage({ address, isMissing, isEmbedded, onShown }: PublicMapPageProps) {
  const { t, i18n } = useTranslation('public')
  const [attempt, setAttempt] = useState(0)
  const state = usePublicMap(address, isMissing, attempt)
  const name =
    state.status === 'here' ? nameOf(state.map) : state.status === 'missing' ? t('head.missingTitle') : ''
  useEffect(() => {
    if (name !== '') document.title = `${name} · Palimpsest`
  }, [name])
  const isShown = state.status !== 'loading'
  const tellShown = useEffectEvent(onShown)
  useEffect(() => {
    if (isShown) tellShown()
  }, [isShown])
  if (isEmbedded && state.status === 'here') return <EmbeddedMap map={state.map} />
  return (
    <div className={classes.page} lang={i18n.language}>
      {isEmbedded ? null : <PageHead />}
      <main id="content">
        {state.status === 'here' ? (
          <MapArticle map={state.map} address={address} />
        ) : (
          <PageState
            status={state.status}
            texts={{
              loading: t('loading'),
              missingTitle: t('head.missingTitle'),
              missingText: t('head.missingText'),
              failed: t('failed'),
            }}
            onRetry={() => setAttempt(attempt + 1)}
          />
        )}
      </main>
    </div>
  )
}

/** Title and year, as the head of the page has them. */
const nameOf = ({ title, years }: PublicMap): string => {
  const made = years.date?.text ?? years.year
  return made === null ? title : `${title} (${made})`
}

interface MapArticleProps {
  readonly map: PublicMap
  readonly address: MapAddress
}

function MapArticle({ map, address }: MapArticleProps) {
  const { t } = useTranslation('public')
  const nearby = useNearbyMaps(address)
  const link = linkOf(address)
  const made = [map.creator && t('by', { name: map.creator }), yearText(map.years)].filter(Boolean)
  return (
    <article>
      <h1 dir="auto">{map.title}</h1>
      {made.length > 0 ? <p className={classes.made}>{made.join(' · ')}</p> : null}
      <section aria-label={t('stage.label')} className={classes.map}>
        <MapView map={map} restsFirst={false} />
      </section>
      {map.overlay ? <p className={classes.hint}>{t('stage.compareHint')}</p> : null}
      <div className={classes.actions}>
        <ShareButton title={nameOf(map)} address={() => link} />
        {map.overlay ? <a href={`#${DOWNLOADS_ID}`}>{t('downloads.do')}</a> : null}
        {map.overlay ? (
          <a href={exploreAddress(map, map.overlay.corners, address.isLink)}>{t('otherMaps')}</a>
        ) : null}
      </div>
      {map.description ? (
        <p dir="auto" className={classes.description}>
          {map.description}
        </p>
      ) : null}
      <div className={classes.parts}>
        <FactsPart map={map} />
        <AccuracyPart map={map} address={address} />
        <RightsPart map={map} />
        <DownloadsPart map={map} />
        <CitePart map={map} link={link} />
      </div>
      <SpecialistPart map={map} link={link} />
      <NearbyPart maps={nearby} />
    </article>
  )
}

/** The map alone, with its name and whom to name. */
function EmbeddedMap({ map }: { readonly map: PublicMap }) {
  const { t, i18n } = useTranslation(['public', 'maps'])
  const rights = [map.licence && t(`maps:licences.${map.licence}`), map.attribution]
    .filter(Boolean)
    .join(' · ')
  return (
    <main id="content" className={classes.embedded} lang={i18n.language}>
      <div className={classes.fill}>
        <MapView map={map} restsFirst />
      </div>
      <footer>
        <h1>
          <a href={`/m/${encodeURIComponent(map.id)}`} target="_blank" rel="noopener" title={t('embed.open')}>
            {nameOf(map)}
          </a>
        </h1>
        {rights ? <span>{rights}</span> : null}
        <span>Palimpsest</span>
      </footer>
    </main>
  )
}
