import { useAtomValue, useStore } from 'jotai'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { turnBetween } from '../../geometry/angles.ts'
import { toast } from '../../ui/toast-store.ts'
import { panesAtom } from '../model/tool-atoms.ts'
import { followedBearingAtom, sheetTurnAtom } from '../model/turn-atoms.ts'

/** Turns the scan so that north is up on it, as far as is known where north is. */
export function useNorthUp(): () => void {
  const store = useStore()
  const { t } = useTranslation('editor')
  return useCallback(() => {
    const turn = store.get(sheetTurnAtom)
    if (turn === null) toast.info(t('turn.needs'))
    else store.get(panesAtom).scan.current?.moveTo({ bearing: turnBetween(0, -turn) })
  }, [store, t])
}

/** Lets the base map turn with the scan while that is wanted. */
export function useMapTurning(): void {
  const store = useStore()
  const bearing = useAtomValue(followedBearingAtom)
  useEffect(() => {
    if (bearing !== null) store.get(panesAtom).map.current?.moveTo({ bearing: turnBetween(0, bearing) })
  }, [store, bearing])
}
