import { boxBeside } from '../../geometry/boxes.ts'
import {
  type BaseCamera,
  type MapBox,
  paddingClearOf,
  visibleBox,
  widerPadding,
} from '../../geometry/camera.ts'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'

/** What the buttons and chips lie over; whole maps are shown clear of them. CSS px. */
export const STAGE_PADDING = {
  desktop: { top: 56, right: 24, bottom: 40, left: 64 },
  phone: { top: 56, right: 16, bottom: 110, left: 60 },
} as const

const FIT = { maxZoom: zoomOfLevel(18), durationMs: 500 }
/** Free beside a fitted map, and beside the panel of what is shown. CSS px. */
const [FIT_PX, CLEAR_PX] = [50, 16]

export interface PlacedMap {
  readonly id: string
  /** Where it lies, EPSG:3857 metres; null until that is known. */
  readonly box: MapBox | null
}

interface ViewDeps {
  readonly pane: { readonly current: Pick<BasePaneHandle, 'camera' | 'fitBox'> | null }
  readonly stage: { readonly current: HTMLElement | null }
  /** The panel of what is shown, at the lower left. */
  readonly panel: { readonly current: HTMLElement | null }
  /** The map that the page is opened for; null: what is known of the catalog or the box. */
  readonly openedId: string | null
  /** The address says where the map begins. */
  readonly hasCamera: boolean
  readonly isPhone: () => boolean
}

/**
 * What the stage shows of the world. It brings the map once to what it is wanted for, as soon as it is known where that
 * lies: at the opening to the map or the catalog that the page was opened for, later to a map that was chosen.
 */
export function createStageView({ pane, stage, panel, openedId, hasCamera, isPhone }: ViewDeps) {
  let fitId = hasCamera ? null : openedId
  let fitsCatalog = !hasCamera && openedId === null
  let isOfList = false

  const seenBy = (camera: BaseCamera): MapBox => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
    return visibleBox(camera, { width, height })
  }

  /** Shows a box clear of what lies over the stage, the panel of what is shown as well. */
  function fit(box: MapBox) {
    const padding = STAGE_PADDING[isPhone() ? 'phone' : 'desktop']
    const area = stage.current?.getBoundingClientRect()
    const cover = panel.current?.getBoundingClientRect()
    const clear =
      area && cover
        ? paddingClearOf(
            { right: cover.right - area.left + CLEAR_PX, up: area.bottom - cover.top + CLEAR_PX },
            box,
            area,
            padding,
          )
        : padding
    pane.current?.fitBox(box, { ...FIT, padding: widerPadding(FIT_PX, clear) })
  }

  return {
    seenBy,
    fit,
    /** Shows what is awaited, where that is known by now. @param extent of the catalog, or the box that was asked for */
    showAwaited(maps: readonly PlacedMap[], extent: MapBox | null) {
      const camera = pane.current?.camera()
      if (!camera) return
      const box = maps.find(({ id }) => id === fitId)?.box
      if (box) {
        fitId = null
        // Whoever looks at a place that the map covers goes on looking at it.
        if (!isOfList || !covers(box, seenBy(camera))) fit(box)
      } else if (extent && fitsCatalog) {
        fitsCatalog = false
        fit(extent)
      }
    },
    /** A map of the list was chosen: it is shown as soon as it is known where it lies. */
    fitMap(id: string) {
      fitId = id
      fitsCatalog = false
      isOfList = true
    },
    /** The reader has moved the map, which then stays. */
    keepView() {
      fitsCatalog = false
      isOfList = false
    },
    /** Whether the map is where it is because one of the list was opened. */
    isOfList: () => isOfList,
  }
}

function covers(outer: MapBox, box: MapBox): boolean {
  const inner = boxBeside(box, outer)
  return (
    outer.minX <= inner.minX &&
    outer.minY <= inner.minY &&
    outer.maxX >= inner.maxX &&
    outer.maxY >= inner.maxY
  )
}
