import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedMap } from '../../contract/api/linked-catalog.ts'
import { thumbnailUrl } from '../api/file-path.ts'
import { yearText } from '../map-record/map-facts.ts'
import list from './public-catalog-page.module.css'

interface MapTileProps {
  readonly map: LinkedMap
  /** Whether its link takes the focus: it is the first of those that were asked for. */
  readonly isFirstNew?: boolean
}

/** A public map in a list, with the way to its own page. */
export function MapTile({ map, isFirstNew = false }: MapTileProps) {
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
