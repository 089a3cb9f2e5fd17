import type { PaneSize } from '../../geometry/camera.ts'

export const boxSize = ({ clientWidth: width, clientHeight: height }: HTMLElement): PaneSize => ({
  width,
  height,
})

/**
 * Tells each size of an element that differs from the last one known, from now on: also one that it gets before the
 * browser first looks, as in a tab that nobody sees. An element that is not shown has no size, and keeps its last one.
 */
export function watchSize(element: HTMLElement, onSize: (size: PaneSize) => void): () => void {
  let known = boxSize(element)
  const observer = new ResizeObserver(() => {
    const size = boxSize(element)
    if (size.width === 0 || size.height === 0) return
    if (size.width === known.width && size.height === known.height) return
    known = size
    onSize(size)
  })
  observer.observe(element)
  return () => observer.disconnect()
}
