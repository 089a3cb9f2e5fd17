import { IconEyeOff, IconMap, IconMapOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { MapThumbnail } from '../map-record/map-thumbnail.tsx'
import classes from './catalog-pictures.module.css'

/** The first maps of a catalog in small: up to four side by side; one that is hidden says so. */
export function CatalogPictures({ pictures }: Pick<Catalog, 'pictures'>) {
  const { t } = useTranslation('catalogs')
  if (pictures.length === 0)
    return (
      <div className={classes.none}>
        <IconMap size={56} stroke={1} aria-hidden />
      </div>
    )
  return (
    <div className={classes.pictures} data-count={pictures.length}>
      {pictures.map(({ id, basePath, hidden }) => (
        <div key={id} className={classes.picture}>
          {hidden ? (
            <div className={classes.hidden}>
              <IconEyeOff size={24} stroke={1.5} aria-hidden />
              <span>{t('hidden')}</span>
            </div>
          ) : basePath === null ? (
            <div className={classes.hidden}>
              <IconMapOff size={32} stroke={1.25} aria-hidden />
            </div>
          ) : (
            <MapThumbnail basePath={basePath} alt="" isReady />
          )}
        </div>
      ))}
    </div>
  )
}
