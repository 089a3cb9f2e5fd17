import { useTranslation } from 'react-i18next'
import type { PublicMap } from '../../contract/api/public-map.ts'
import { thumbnailUrl } from '../api/file-path.ts'
import { lazyNeeded } from '../ui/lazy-needed.tsx'
import classes from './map-view.module.css'
import type { MapStageProps } from './map-stage.tsx'

function Waiting() {
  const { t } = useTranslation('public')
  return (
    <p role="status" className={classes.waiting}>
      {t('stage.loading')}
    </p>
  )
}

/** What draws maps is large, and comes when the page stands. */
const MapStage = lazyNeeded<MapStageProps>(
  async () => (await import('./map-stage.tsx')).MapStage,
  <Waiting />,
)

/** The map where it lies, or its scan where nobody has placed it yet. */
export function MapView({ map, restsFirst }: { readonly map: PublicMap; readonly restsFirst: boolean }) {
  const { t } = useTranslation('public')
  if (map.overlay) return <MapStage title={map.title} overlay={map.overlay} restsFirst={restsFirst} />
  return (
    <figure className={classes.scan}>
      {map.basePath === null ? null : (
        <img src={thumbnailUrl(map.basePath, 'high')} alt={t('stage.picture', { title: map.title })} />
      )}
      <figcaption>{t('stage.unplaced')}</figcaption>
    </figure>
  )
}
