import { useContext, useEffect } from 'react'
import { bringFile } from '../device/brought-file.ts'
import { PageStepsContext } from '../ui/page-steps.tsx'

/** A scan that is dropped anywhere on the page is tried there and then; the browser would open it in the page's place. */
export function useDroppedScan(): void {
  const { go } = useContext(PageStepsContext)
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    document.addEventListener('dragover', (event) => isFile(event) && event.preventDefault(), { signal })
    document.addEventListener(
      'drop',
      (event) => {
        if (!isFile(event)) return
        event.preventDefault()
        const scan = event.dataTransfer?.files[0]
        if (!scan) return
        bringFile(scan)
        go('/try')
      },
      { signal },
    )
    return () => listeners.abort()
  }, [go])
}
