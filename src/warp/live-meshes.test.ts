import { expect, it } from 'vitest'
import type { WarpMesh, WarpView } from '../../workers/warp/warp-api.ts'
import type { WarpSession, WarpViewHandle } from '../../workers/warp/warp-client.ts'
import { liveMeshesOf } from './live-meshes.ts'

const VIEW: WarpView = { min: [0, 0], max: [1, 1], metresPerScreenPixel: 1 }

/** A session of which a pane can ask its meshes, and how many views stand open. */
function meshesOf() {
  const listeners = new Set<() => void>()
  const mesh = {} as WarpMesh
  let open = 0
  const openView = (): WarpViewHandle => {
    let shown: WarpView | null = null
    open += 1
    return {
      setView(view) {
        shown = view
        for (const listener of listeners) listener()
      },
      mesh: () => (shown ? mesh : null),
      meshView: () => shown,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      close: () => void (open -= 1),
    }
  }
  const session = {
    openView,
    snapshot: () => ({ coarse: mesh, busy: false }),
    subscribe: () => () => undefined,
  } as unknown as WarpSession
  return { meshes: liveMeshesOf(session), mesh, opened: () => open }
}

it('has a view of the warp from the first one that a pane shows until it shows none', () => {
  const { meshes, mesh, opened } = meshesOf()
  expect(meshes.read()).toEqual({ mesh: null, view: null, coarse: mesh, isBusy: false })
  expect(opened()).toBe(0)
  meshes.onView(VIEW)
  meshes.onView({ ...VIEW, metresPerScreenPixel: 2 })
  expect(opened()).toBe(1)
  expect(meshes.read()).toMatchObject({ mesh, view: { metresPerScreenPixel: 2 } })
  meshes.onView(null)
  expect(opened()).toBe(0)
  expect(meshes.read()).toMatchObject({ mesh: null, view: null })
})

it('tells a pane of its meshes until the pane no longer listens, also of views opened later', () => {
  const { meshes } = meshesOf()
  let told = 0
  const stop = meshes.subscribe(() => (told += 1))
  meshes.onView(VIEW)
  meshes.onView(null)
  meshes.onView(VIEW)
  expect(told).toBe(2)
  stop()
  meshes.onView({ ...VIEW })
  expect(told).toBe(2)
})
