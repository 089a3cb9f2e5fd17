import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { BaseCamera } from '../geometry/camera.ts'
import { groundScaleAt, metresPerPixelAt } from '../geometry/mercator.ts'
import { formatLength } from '../places/length-text.ts'
import { SCALE_RADIUS_PX } from './position/location-marker.tsx'

/** Less is not to be seen. Degrees. */
const TURNED_DEGREES = 0.05

/** What of the camera is shown in words; the bearing goes to the style (`--bearing`), which renders nothing. */
export function useCameraReadout(root: RefObject<HTMLElement | null>) {
  const { i18n } = useTranslation()
  const [isTurned, setTurned] = useState(false)
  const [scaleText, setScaleText] = useState('')
  const frame = useRef(0)
  const show = ({ centre, zoom, bearing }: BaseCamera) => {
    const element = root.current
    element?.style.setProperty('--bearing', bearing.toFixed(2))
    element?.setAttribute('data-bearing', bearing.toFixed(1))
    element?.setAttribute('data-zoom', zoom.toFixed(2))
    cancelAnimationFrame(frame.current)
    // A camera moves many times a frame; text changes once.
    frame.current = requestAnimationFrame(() => {
      setTurned(Math.abs(bearing) > TURNED_DEGREES)
      const metres = SCALE_RADIUS_PX * metresPerPixelAt(zoom) * groundScaleAt(centre[1])
      setScaleText(formatLength(metres, i18n.language))
    })
  }
  return { show, isTurned, scaleText }
}
