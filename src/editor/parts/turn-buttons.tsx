import { IconCompass, IconRotate2, IconRotateClockwise2 } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { ToolButton } from './tool-button.tsx'
import type { Side } from '../../map/pane-props.ts'
import { isMapTurningAtom, mapBearingAtom, scanBearingAtom, sheetTurnAtom } from '../model/turn-atoms.ts'
import { useNorthUp } from '../warp/use-turns.ts'
import classes from './pane-frame.module.css'
import { ExplainedSwitch } from '../../ui/explained-switch.tsx'
import { useIsPhone } from '../../ui/use-is-mobile.ts'

/** Less than this nobody sees, degrees. */
const UPRIGHT = 0.05

interface TurnButtonsProps {
  readonly side: Side
  readonly pane: { readonly current: { resetBearing(): void } | null }
}

/** Turns the scan north up, lets the map turn along, and turns a turned pane back. */
export function TurnButtons({ side, pane }: TurnButtonsProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  const northUp = useNorthUp()
  const turn = useAtomValue(sheetTurnAtom)
  const bearing = useAtomValue(side === 'scan' ? scanBearingAtom : mapBearingAtom)
  const [isMapTurning, setMapTurning] = useAtom(isMapTurningAtom)
  const size = isPhone ? 44 : 36
  const isTurned = Math.abs(bearing) > UPRIGHT
  return (
    <>
      {side === 'scan' && turn !== null && (
        <ToolButton
          icon={IconCompass}
          label={t('turn.northUp')}
          hint={t('turn.northUpHint')}
          size={size}
          onClick={northUp}
        />
      )}
      {side === 'map' && turn !== null && !isPhone && (
        <ToolButton
          icon={IconRotateClockwise2}
          label={t('turn.along')}
          hint={t('turn.alongHint')}
          pressed={isMapTurning}
          onClick={() => setMapTurning(!isMapTurning)}
        />
      )}
      {isTurned && (
        <ToolButton
          icon={IconRotate2}
          label={t(side === 'scan' ? 'turn.resetScan' : 'turn.resetMap')}
          size={size}
          onClick={() => {
            if (side === 'map') setMapTurning(false)
            pane.current?.resetBearing()
          }}
        />
      )}
    </>
  )
}

/** The same over the zoom buttons, from below upwards: a place stays empty for what comes later. */
export function TurnColumn({ side, pane }: TurnButtonsProps) {
  const hasSheetTurn = useAtomValue(sheetTurnAtom) !== null
  const isTurned = Math.abs(useAtomValue(side === 'scan' ? scanBearingAtom : mapBearingAtom)) > UPRIGHT
  if (!hasSheetTurn && !isTurned) return null
  return (
    <div className={classes['floating']} style={{ display: 'flex', flexDirection: 'column-reverse' }}>
      {!hasSheetTurn && <div style={{ height: 36 }} />}
      <TurnButtons side={side} pane={pane} />
    </div>
  )
}

/** The map's turning as a switch with its words, for the phone's drawer. */
export function MapTurningSwitch() {
  const { t } = useTranslation('editor')
  const turn = useAtomValue(sheetTurnAtom)
  const [isMapTurning, setMapTurning] = useAtom(isMapTurningAtom)
  return (
    <ExplainedSwitch
      label={t('turn.along')}
      description={turn === null ? t('turn.needs') : undefined}
      checked={isMapTurning && turn !== null}
      disabled={turn === null}
      onChange={(event) => setMapTurning(event.currentTarget.checked)}
    />
  )
}
