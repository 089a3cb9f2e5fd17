import { useMapRecord } from '../../queries/map-queries.ts'
import { ShareFrame } from './share-frame.tsx'
import { type SharedMap, VisibilityChoice } from './visibility-choice.tsx'

export interface ShareDialogProps {
  readonly map: SharedMap
  readonly onClose: () => void
}

export function ShareMapDialog({ map, onClose }: ShareDialogProps) {
  // As it is by now: what is chosen here changes it.
  const { data: shown = map } = useMapRecord(map.id)
  return (
    <ShareFrame title={map.titles.title} onClose={onClose}>
      <VisibilityChoice map={shown} />
    </ShareFrame>
  )
}
