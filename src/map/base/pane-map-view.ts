import { MapView } from '@deck.gl/core'
import { longitudeNear } from './pane-world.ts'

/** By this name the overlay of MapLibre knows the view that follows the map. */
const MAPLIBRE_VIEW_ID = 'maplibre'

/**
 * deck.gl's view of the map, counted from the world that the pane's camera is counted from: what is drawn has its own
 * eastings, which may run on beyond ±180°. It is drawn once; an overlay is laid wherever the view meets it.
 */
export class PaneMapView extends MapView {
  readonly #nearTo: () => number

  /** @param nearTo - an easting in that world, EPSG:3857 metres */
  constructor(nearTo: () => number) {
    super({ id: MAPLIBRE_VIEW_ID })
    this.#nearTo = nearTo
  }

  override makeViewport({ viewState, ...pane }: Parameters<MapView['makeViewport']>[0]) {
    const longitude = longitudeNear(this.#nearTo(), viewState.longitude)
    const once = { ...viewState, longitude, repeat: false }
    return super.makeViewport({ ...pane, viewState: once })
  }
}
