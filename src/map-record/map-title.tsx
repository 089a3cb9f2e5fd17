import { Link } from '@tanstack/react-router'
import type { MapCardProps } from './map-card.tsx'

interface MapTitleProps extends Pick<MapCardProps, 'link' | 'onLook'> {
  readonly title: string
  readonly className: string | undefined
}

/** A map's title in a list: it leads to the map, or looks at it on the spot. */
export function MapTitle({ title, link, onLook, className }: MapTitleProps) {
  if (link)
    return (
      <Link {...link} className={className} title={title} dir="auto" data-opens>
        {title}
      </Link>
    )
  return (
    <button
      type="button"
      className={className}
      title={title}
      dir="auto"
      aria-haspopup="dialog"
      data-opens
      onClick={onLook}
    >
      {title}
    </button>
  )
}
