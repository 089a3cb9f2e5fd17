import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from '../../map/pane-props.ts'
import { isTableOpenAtom, shownSideAtom } from '../model/view-atoms.ts'
import classes from './phone-stage.module.css'
import { useBringForward } from './use-bring-forward.ts'

interface PhoneStageProps {
  readonly scan: ReactNode
  readonly map: ReactNode
  /** On its side it has room for both. */
  readonly isBeside: boolean
}

/** One pane fills an upright phone, the other is a round peek in the corner that brings it forward; on its side they share it. */
export function PhoneStage({ scan, map, isBeside }: PhoneStageProps) {
  const { t } = useTranslation('editor')
  const side = useAtomValue(shownSideAtom)
  const bringForward = useBringForward()
  // The table leaves too little of a pane for another one in its corner.
  const isCrowded = useAtomValue(isTableOpenAtom) || undefined
  const classOf = (of: Side) => classes[isBeside ? of : of === side ? 'phonePane' : 'peek']
  return (
    <>
      <div className={classOf('scan')} data-crowded={isCrowded} inert={!isBeside && side !== 'scan'}>
        {scan}
      </div>
      <div className={classOf('map')} data-crowded={isCrowded} inert={!isBeside && side !== 'map'}>
        {map}
      </div>
      {isBeside ? null : (
        <button
          type="button"
          className={classes['peekButton']}
          data-crowded={isCrowded}
          aria-label={t('pane.peek')}
          onClick={() => bringForward(side === 'scan' ? 'map' : 'scan')}
        />
      )}
    </>
  )
}
