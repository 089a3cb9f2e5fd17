import { describe, expect, it } from 'vitest'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import type { LiveMeshes, Overlay } from '../pane-props.ts'
import { createHandover } from './overlay-handover.ts'
import type { Handover } from './overlay-handover.ts'

const meshes = {} as LiveMeshes
const pyramid = (id: number) => ({ id }) as Pyramid
const scan = pyramid(0)
const live: Overlay = { kind: 'live', meshes, scan }
const file = (id: number): Overlay => ({ kind: 'file', raster: pyramid(id) })
const nameOf = (overlay: Overlay) => (overlay.kind === 'live' ? 'live' : `file ${overlay.raster.id}`)
const partsOf = (handover: Handover) =>
  handover
    .parts()
    .map(
      ({ overlay, isUnseen, isLeaving }) =>
        nameOf(overlay) + (isUnseen ? ' unseen' : '') + (isLeaving ? ' leaving' : ''),
    )

describe('a map that goes from its live warp to its file', () => {
  it('shows the warp until the file can take over', () => {
    const handover = createHandover()
    handover.change([live])
    expect(partsOf(handover)).toEqual(['live'])
    handover.change([file(1)])
    expect(handover.isRunning()).toBe(true)
    expect(partsOf(handover)).toEqual(['live leaving', 'file 1 unseen'])
    expect(handover.ready(live)).toBe(false)
    expect(handover.ready(file(1))).toBe(true)
    expect(handover.isRunning()).toBe(false)
    expect(partsOf(handover)).toEqual(['file 1'])
  })

  it('goes on with the warp when the file is given up meanwhile, a new mask being no new warp', () => {
    const handover = createHandover()
    handover.change([live])
    handover.change([file(1)])
    handover.change([{ ...live, mask: [] }])
    expect(partsOf(handover)).toEqual(['live'])
    expect(handover.isRunning()).toBe(false)
  })

  it('keeps what is drawn while what was to follow is itself replaced', () => {
    const handover = createHandover()
    handover.change([file(1)])
    handover.change([live])
    handover.change([file(2)])
    expect(partsOf(handover)).toEqual(['file 1 leaving', 'file 2 unseen'])
  })

  it('takes away at once what nothing follows, and changes one file for another at once', () => {
    const handover = createHandover()
    handover.change([file(1)])
    handover.change([file(2)])
    expect(partsOf(handover)).toEqual(['file 2'])
    handover.change([])
    expect(partsOf(handover)).toEqual([])
  })
})
