import type { WarpSession, WarpViewHandle } from '../../workers/warp/warp-client.ts'
import type { LiveMeshes } from '../map/pane-props.ts'

/** The meshes of a session as the base pane reads them. It has a view of the warp only while the pane shows one. */
export function liveMeshesOf(session: WarpSession): LiveMeshes {
  const listeners = new Set<() => void>()
  let view: WarpViewHandle | null = null

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const opened = () => {
    const handle = session.openView()
    handle.subscribe(tell)
    return handle
  }

  return {
    read() {
      const { coarse, busy } = session.snapshot()
      return { mesh: view?.mesh() ?? null, view: view?.meshView() ?? null, coarse, isBusy: busy }
    },
    subscribe(listener) {
      listeners.add(listener)
      const stop = session.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
    onView(shown) {
      if (shown) {
        view ??= opened()
        view.setView(shown)
        return
      }
      // A view that is opened anew is sent whole: nothing of what the worker last sent of this one is relied upon.
      view?.close()
      view = null
    },
  }
}
