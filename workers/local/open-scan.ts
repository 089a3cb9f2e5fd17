import { openBrowserScan } from './browser-scan.ts'
import { readImageHead } from './image-head.ts'
import { checkMemory } from './memory-limit.ts'
import type { ScanRows } from './scan-rows.ts'

/** A stranger's file, ready to be read. @throws LocalFailureError before any pixel is decoded, where it can be told */
export async function openScanRows(scan: Blob): Promise<ScanRows> {
  const head = await readImageHead(scan)
  if (head.format === 'tiff') {
    const { openTiffScan } = await import('./tiff-scan.ts')
    return openTiffScan(scan)
  }
  checkMemory(head.width, head.height)
  return openBrowserScan(scan, head)
}
