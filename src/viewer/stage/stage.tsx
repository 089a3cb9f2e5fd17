import { useAtomValue } from 'jotai'
import { lazyOverlay } from '../../ui/lazy-overlay.tsx'
import { MapControls } from '../controls/map-controls.tsx'
import { isToolInUseAtom } from '../session/viewer-tools.ts'
import { askedPlaceAtom } from '../session/asked-place.ts'
import { usePlacePresses } from '../place-menu/use-place-presses.ts'
import { ShownPanel } from '../shown/shown-panel.tsx'
import { uppermost } from '../shown/uppermost.ts'
import { useStage } from '../session/stage-context.ts'
import { StageMap } from './stage-map.tsx'
import { StageTop } from './stage-top.tsx'
import { bearingAtom, isMapBusyAtom } from '../model/viewer-model.ts'
import classes from '../viewer-page.module.css'

const PlaceMenu = lazyOverlay(async () => (await import('../place-menu/place-menu.tsx')).PlaceMenu)

/** The map, and what lies over it. */
export function Stage() {
  const { page, session, shown, listed } = useStage()
  const { stage, panel, place } = session
  const asked = useAtomValue(askedPlaceAtom)
  const isToolInUse = useAtomValue(isToolInUseAtom)
  const presses = usePlacePresses(!isToolInUse, (css) => place.ask(css))
  return (
    <div
      ref={stage}
      className={classes.stage}
      data-busy={useAtomValue(isMapBusyAtom)}
      data-drawn={shown.overlays.length}
      data-bearing={useAtomValue(bearingAtom).toFixed(1)}
      {...presses.listeners}
    >
      <StageMap isPressSpent={presses.isSpent} />
      <MapControls />
      {asked ? (
        <PlaceMenu
          key={asked.map.join()}
          place={asked}
          onNavigate={() => page.onNavigate(uppermost(shown.maps, asked.map), asked.map)}
          onClose={() => place.close()}
        />
      ) : null}
      <div className={classes.over}>
        <StageTop />
        {listed.length > 0 ? (
          <div ref={panel} className={classes.shown}>
            <ShownPanel />
          </div>
        ) : null}
      </div>
    </div>
  )
}
