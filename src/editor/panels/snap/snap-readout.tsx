import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { isSnappingAtom, snapGroundAtom, snappedAtom, snapperAtom } from '../../model/snap-atoms.ts'
import { snapExactness, snapName } from './snap-text.ts'

/** What a point would be put on, in the readout of the map. */
export function SnapReadout() {
  const { t, i18n } = useTranslation('editor')
  const isSnapping = useAtomValue(isSnappingAtom)
  const ground = useAtomValue(snapGroundAtom)
  const isReady = useAtomValue(snapperAtom) !== null
  const found = useAtomValue(snappedAtom)
  if (!isSnapping) return null
  if (ground === 'picture') return <div>{t('snap.picture')}</div>
  if (!found) return isReady ? <div>{t('snap.nothing')}</div> : null
  return (
    <>
      <div>{t('snap.to', { name: snapName(t, found) })}</div>
      <div>{snapExactness(t, found, i18n.language)}</div>
    </>
  )
}

/** The same for those who hear it. */
export function useSnapSaid(): string {
  const { t } = useTranslation('editor')
  const isSnapping = useAtomValue(isSnappingAtom)
  const isOfPictures = useAtomValue(snapGroundAtom) === 'picture'
  const found = useAtomValue(snappedAtom)
  if (!isSnapping) return t('snap.off')
  if (isOfPictures) return t('snap.picture')
  return found ? t('snap.to', { name: snapName(t, found) }) : t('snap.nothing')
}
