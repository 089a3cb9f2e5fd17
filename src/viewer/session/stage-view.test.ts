import { expect, it, vi } from 'vitest'
import type { MapBox } from '../../geometry/camera.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { createStageView } from './stage-view.ts'

const box = (halfMetres: number): MapBox => ({
  minX: -halfMetres,
  minY: -halfMetres,
  maxX: halfMetres,
  maxY: halfMetres,
})

function stage(openedId: string | null, hasCamera = false) {
  const fitBox = vi.fn<BasePaneHandle['fitBox']>()
  const camera = { centre: [0, 0] as const, zoom: 10, bearing: 0 }
  const size = { clientWidth: 100, clientHeight: 100, getBoundingClientRect: () => ({}) }
  const view = createStageView({
    pane: { current: { camera: () => camera, fitBox } },
    stage: { current: size as unknown as HTMLElement },
    panel: { current: null },
    openedId,
    hasCamera,
    isPhone: () => false,
  })
  return { view, shown: () => fitBox.mock.calls.map(([fitted]) => fitted) }
}

it('the stage shows the map that it was opened for once, as soon as its box is known', () => {
  const { view, shown } = stage('m')
  view.showAwaited([{ id: 'm', box: null }], box(9))
  expect(shown()).toEqual([])
  view.showAwaited([{ id: 'm', box: box(5) }], box(9))
  view.showAwaited([{ id: 'm', box: box(5) }], box(9))
  expect(shown()).toEqual([box(5)])
})

it('the stage shows the extent of a catalog unless the reader has moved the map before', () => {
  const first = stage(null)
  first.view.showAwaited([], box(9))
  expect(first.shown()).toEqual([box(9)])
  const second = stage(null)
  second.view.keepView()
  second.view.showAwaited([], box(9))
  expect(second.shown()).toEqual([])
})

it('the stage begins where the address says', () => {
  const { view, shown } = stage('m', true)
  view.showAwaited([{ id: 'm', box: box(5) }], box(9))
  expect(shown()).toEqual([])
})

it('the stage stays where it is when a map of the list covers what is seen', () => {
  const { view, shown } = stage(null, true)
  view.fitMap('large')
  expect(view.isOfList()).toBe(true)
  view.showAwaited([{ id: 'large', box: box(1e7) }], null)
  expect(shown()).toEqual([])
  view.fitMap('small')
  view.showAwaited([{ id: 'small', box: box(1) }], null)
  expect(shown()).toEqual([box(1)])
  view.keepView()
  expect(view.isOfList()).toBe(false)
})
