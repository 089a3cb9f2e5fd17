import { VisuallyHidden } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { pointNumber } from '../../drafts/editor-document.ts'
import { committedDocumentAtom } from '../model/document-atoms.ts'
import { comparisonAtom, distortionOfAtom, isOverlayOffAtom, viewModeAtom } from '../model/view-atoms.ts'
import { isFoldedAtom } from '../model/warp-atoms.ts'
import { selectedIdAtom } from '../model/tool-atoms.ts'
import { useSnapSaid } from '../panels/snap/snap-readout.tsx'
import { Change } from '../parts/change.tsx'
import { AccuracySaid } from './accuracy-said.tsx'
import { CrossSaid } from './cross-said.tsx'
import { useSaid } from './use-said.ts'

/**
 * Says what happens to those who do not see it: points added, selected, moved and whereto, deleted, undone; what they say of
 * the map; where keys have brought a crosshair; another view, a comparison, distortion, the overlay hidden, a fold.
 */
export function Announcer() {
  const { t } = useTranslation('editor')
  const said = useSaid()
  const document = useAtomValue(committedDocumentAtom)
  const selectedId = useAtomValue(selectedIdAtom)
  const view = useAtomValue(viewModeAtom)
  const comparison = useAtomValue(comparisonAtom)
  const distortion = useAtomValue(distortionOfAtom)
  const isOverlayOff = useAtomValue(isOverlayOffAtom)
  const snapSaid = useSnapSaid()
  const isFolded = useAtomValue(isFoldedAtom)
  const isSelected = selectedId !== null && document.points.some(({ id }) => id === selectedId)
  return (
    <VisuallyHidden>
      {/* A new element for each step: the same words twice are said twice. */}
      <div role="status">{said && <span key={said.serial}>{said.text}</span>}</div>
      <div role="status">
        {isSelected && t('said.selected', { number: pointNumber(document, selectedId) })}
      </div>
      <Change text={t(`view.${view}`)} />
      <Change text={t(isFolded ? 'said.folds' : 'said.noFolds')} />
      <AccuracySaid />
      <CrossSaid />
      <Change text={snapSaid} />
      <Change text={t(`comparison.${comparison ?? 'off'}`)} />
      <Change text={t('palette.distortion', { name: t(`distortion.${distortion ?? 'none'}`) })} />
      <Change text={t(isOverlayOff ? 'said.overlayHidden' : 'said.overlayShown')} />
    </VisuallyHidden>
  )
}
