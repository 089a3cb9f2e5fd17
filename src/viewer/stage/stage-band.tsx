import { useAtomValue, useSetAtom } from 'jotai'
import { announce } from '../../ui/announce.ts'
import { TIME_BAND_FALLBACKS, focusFirst } from '../model/focus-fallbacks.ts'
import { useStage } from '../session/stage-context.ts'
import { TimeBand } from '../timeline/time-band.tsx'
import { openedMap } from '../timeline/use-time-band.ts'
import { isBandOpenAtom, notePlayingAtom } from '../model/viewer-model.ts'

/** The band of time below the map. */
export function StageBand() {
  const { page, session, shown } = useStage()
  const { tab, catalogId, filters, selectedId } = page.state
  const notePlaying = useSetAtom(notePlayingAtom)
  return (
    <TimeBand
      filters={filters}
      tab={tab}
      catalogId={catalogId}
      opened={openedMap(shown.maps.find(({ id }) => id === selectedId))}
      isOpen={useAtomValue(isBandOpenAtom)}
      onTime={(time, isPlayed) =>
        session.steps.change(({ filters: { time: _time, ...others }, ...last }) => {
          return { ...last, filters: { ...others, ...(time && { time }) } }
        }, !isPlayed)
      }
      onPlaying={(isPlaying, text) => {
        notePlaying(isPlaying)
        announce(text)
      }}
      onClose={() => {
        session.toggleBand()
        // What goes would take the focus along.
        focusFirst(TIME_BAND_FALLBACKS)
      }}
    />
  )
}
