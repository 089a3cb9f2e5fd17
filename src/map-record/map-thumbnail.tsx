import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { thumbnailUrl } from '../api/file-path.ts'
import classes from './map-thumbnail.module.css'

interface MapThumbnailProps {
  readonly basePath: string
  /** Empty where the title stands beside it. */
  readonly alt: string
  readonly size?: 'small' | 'high'
  /** False while the scan has not been read yet: there is nothing to load. */
  readonly isReady: boolean
  /** Told the picture's width over its height once it has come. */
  readonly onShape?: (ratio: number) => void
}

/** Part of the picture that must be in view before it loads. */
const VISIBLE_PART = 0.1

/** The scan in small: loaded when it comes into view, blurred until it has come. */
export function MapThumbnail({ basePath, alt, size = 'small', isReady, onShape }: MapThumbnailProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isInView, setIsInView] = useState(false)
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting')
  useEffect(() => {
    if (!frame.current || isInView) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsInView(true)
      },
      { threshold: VISIBLE_PART },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [isInView])
  return (
    <div ref={frame} className={classes.frame} data-state={state}>
      {isReady && isInView && state !== 'failed' ? (
        <>
          {size === 'high' ? (
            <img src={thumbnailUrl(basePath, 'small')} alt="" className={classes.preview} />
          ) : null}
          <img
            key={basePath}
            src={thumbnailUrl(basePath, size)}
            alt={alt}
            decoding="async"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              setState('shown')
              onShape?.(naturalWidth / naturalHeight)
            }}
            onError={() => setState('failed')}
          />
        </>
      ) : null}
      {state === 'failed' ? <IconPhotoOff size={40} stroke={1.25} aria-hidden /> : null}
    </div>
  )
}
