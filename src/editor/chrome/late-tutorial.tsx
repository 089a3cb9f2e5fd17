import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { personalMapsQuery } from '../../queries/map-queries.ts'
import { loadOnce } from '../../ui/load-once.tsx'
import { asksForPlaceAtom } from '../tools/asks-for-place.ts'
import { isIntroducedWayAtom } from '../tools/introduced-way.ts'
import { arePointsProposedAtom } from '../model/propose/propose-atoms.ts'
import { isLocalAtom } from '../model/local-map.ts'
import { isRegionAskedAtom } from '../model/region-asked.ts'
import { isCroppingAtom, panesAtom } from '../model/tool-atoms.ts'
import { endTutorial, isTutorialDue } from './tutorial-state.ts'
import type { TutorialProps } from './tutorial.tsx'

interface LateTutorialProps extends Omit<TutorialProps, 'onEnd'> {
  /** It was asked for. Otherwise it comes by itself, to beginners. */
  readonly isAsked: boolean
  /** Where nothing may be placed, nobody is told how to; and a draft that waits to be taken or left comes first. */
  readonly mayCome: boolean
  readonly onClose: () => void
}

/** The introduction, by itself once it is answered where the map is: one thing is asked at a time. */
export function LateTutorial({ isAsked, mayCome, onClose, ...props }: LateTutorialProps): ReactNode {
  const isLocal = useAtomValue(isLocalAtom)
  const { data } = useQuery({ ...personalMapsQuery, enabled: !isLocal })
  // Who tries it on a map of this device has no maps yet.
  const count = isLocal ? 0 : data?.length
  const isDue = count !== undefined && isTutorialDue(count, localStorage)
  const asksForPlace = useAtomValue(asksForPlaceAtom)
  const isIntroducedWay = useAtomValue(isIntroducedWayAtom)
  // Once it has come, it stays with the points that are placed, until the map is asked again where it is.
  const [isUnderWay, setUnderWay] = useState(false)
  if (isIntroducedWay && !isUnderWay) setUnderWay(true)
  if (asksForPlace && isUnderWay) setUnderWay(false)
  const panes = useAtomValue(panesAtom)
  const isCropping = useAtomValue(isCroppingAtom)
  const [hasEnded, setEnded] = useState(false)
  const end = () => {
    // Asked for, it gives the focus back. It came by itself: what it told of is tried on the scan.
    if (!isAsked) panes.scan.current?.focus()
    endTutorial(localStorage)
    setEnded(true)
    onClose()
  }
  // It leads through points that are clicked: nobody needs it who has taken up proposed ones.
  const arePointsProposed = useAtomValue(arePointsProposedAtom)
  // While it is asked which part of the scan the map is, nothing else is.
  const isRegionAsked = useAtomValue(isRegionAskedAtom) && isCropping
  const comes = isDue && !hasEnded && mayCome && isUnderWay && !arePointsProposed && !isRegionAsked
  return isAsked || comes ? <Loaded {...props} onEnd={end} /> : null
}

const usePart = loadOnce<TutorialProps>(async () => (await import('./tutorial.tsx')).Tutorial)

/** Where it cannot come, it comes another time. */
function Loaded(props: TutorialProps): ReactNode {
  const { Part } = usePart()
  return Part && <Part {...props} />
}
