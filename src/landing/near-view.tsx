import { useEffect, useState, type ReactNode } from 'react'

/** It is shown once it is so near to what is seen. */
const MARGIN = '600px'

interface NearViewProps {
  /** Until it is near. */
  readonly waiting?: ReactNode
  readonly children: ReactNode
}

/** Waits until its place comes near what is seen, so that who does not scroll there need not fetch it. */
export function NearView({ waiting = null, children }: NearViewProps) {
  const [place, setPlace] = useState<Element | null>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [place])
  if (isNear) return children
  return (
    <>
      <span ref={setPlace} />
      {waiting}
    </>
  )
}
