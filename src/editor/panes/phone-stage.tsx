import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shownSideAtom } from '../model/view-atoms.ts'
import classes from './phone-stage.module.css'

interface PhoneStageProps {
  readonly scan: ReactNode
  readonly map: ReactNode
}

/** One pane fills the phone; the other is a round peek in the corner that brings it forward. */
export function PhoneStage({ scan, map }: PhoneStageProps) {
  const { t } = useTranslation('editor')
  const [side, setSide] = useAtom(shownSideAtom)
  return (
    <>
      <div className={classes[side === 'scan' ? 'phonePane' : 'peek']} inert={side !== 'scan'}>
        {scan}
      </div>
      <div className={classes[side === 'map' ? 'phonePane' : 'peek']} inert={side !== 'map'}>
        {map}
      </div>
      <button
        type="button"
        className={classes['peekButton']}
        aria-label={t('pane.peek')}
        onClick={() => setSide(side === 'scan' ? 'map' : 'scan')}
      />
    </>
  )
}
