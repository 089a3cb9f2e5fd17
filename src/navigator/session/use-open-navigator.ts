import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toast-store.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { useFocusToOpener } from './use-focus-to-opener.ts'
import { measuringAtom } from './measuring.ts'
import type { NavigatorScreenProps, OpenNavigator } from './navigator-context.ts'
import { chooseOverlayKindAtom, closePanelAtom, panelAtom, showPanelAtom } from '../model/navigator-model.ts'
import type { NavigatorSession } from './navigator-session.ts'
import { type FieldOverlay, useFieldOverlay } from './use-field-overlay.ts'
import { useFieldPoint } from './use-field-point.ts'
import { readingAtom } from '../model/position-atoms.ts'
import { useRecordingNotices } from './use-recording-notices.ts'
import { useFieldKeys } from './use-field-keys.ts'
import { useIsAway } from './use-is-away.ts'

/** Runs a session for as long as its screen is open, and ties it to the page: its map, Back, keys and notices. */
export function useOpenNavigator(page: NavigatorScreenProps, session: NavigatorSession): OpenNavigator {
  const { record, mapId, isRecordLoading, onMap } = page
  useEffect(() => session.start(), [session])
  useEffect(() => session.setMap(mapId), [session, mapId])
  useRecordingNotices(session.recorder, page.onReturn)
  const field = useFieldOverlay({ record, tiffUrl: page.tiffUrl })
  const isLoading = isRecordLoading || field.status === 'loading'
  useFirstView(page, session, field, isLoading)
  const point = useFieldPoint({ userId: page.userId, record, watch: session.watch })
  useSavedAreasFirst(page)
  useLayers(session)
  useFieldKeys(session, point)
  const chooseKind = useSetAtom(chooseOverlayKindAtom)
  return {
    page,
    session,
    field,
    isLoading,
    point,
    chooseMap(map) {
      chooseKind('file')
      onMap(map)
    },
  }
}

function useFirstView(
  { place }: NavigatorScreenProps,
  { camera }: NavigatorSession,
  { box }: FieldOverlay,
  isLoading: boolean,
): void {
  const reading = useAtomValue(readingAtom)
  const [hasBox, hasReading] = [box !== null, reading !== null]
  const show = useEffectEvent(() => {
    // A place that is asked for is shown from the start.
    if (!place) camera.showFirst(box, reading, isLoading)
  })
  useEffect(() => show(), [hasBox, hasReading, isLoading])
}

/** A navigator that opens without a connection and without a map shows what is saved, once. */
function useSavedAreasFirst({ record, isRecordLoading, kept }: NavigatorScreenProps): void {
  const isAway = useIsAway()
  const showPanel = useSetAtom(showPanelAtom)
  const isShown = useRef(false)
  const isWanted = isAway && !record && !isRecordLoading && kept.areas !== null
  useEffect(() => {
    if (!isWanted || isShown.current) return
    isShown.current = true
    showPanel('keep')
  }, [isWanted, showPanel])
}

/** Back leaves a tool, closes what lies over it, and only then the page. */
function useLayers({ measuring }: NavigatorSession): void {
  const { t } = useTranslation('navigator')
  const panel = useAtomValue(panelAtom)
  const isMeasuring = useAtomValue(measuringAtom) !== null
  const closePanel = useSetAtom(closePanelAtom)
  const layAside = () => {
    if (measuring.layAside()) toast.info(t('measure.aside'), { about: 'measure' })
  }
  useLayer(isMeasuring, layAside, { leavesKeys: true })
  useLayer(panel !== null, closePanel, { leavesKeys: true })
  useFocusToOpener(panel === 'point' ? 'overlay' : (panel ?? (isMeasuring ? 'measure' : null)))
}
