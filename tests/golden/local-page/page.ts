/** A page that converts and publishes scans by the local worker alone. */
import {
  convertLocalScan,
  LocalScanError,
  publishLocally,
  type LocalPublishRequest,
  type PublishedLocally,
} from '../../../workers/local/local-client.ts'

/** How long a scan took on its way through the page, from its file, ms. */
export interface LocalTimes {
  readonly toEditorMs: number
  readonly toFileMs: number
  /** Of the published file. */
  readonly bytes: number
}

/** What a test asks of the page. Files go out as Base64. */
export interface LocalPage {
  convert(address: string): Promise<{ width: number; height: number; file: string; thumbnailBytes: number }>
  publish(
    address: string,
    request: LocalPublishRequest,
  ): Promise<PublishedLocally & { file: string; stages: string[] }>
  /** As the page of the product does it: both files are written into the browser's own file system. */
  time(address: string, request: LocalPublishRequest): Promise<LocalTimes>
  /** The code that a conversion is refused by; null when it is not. */
  refusal(address: string): Promise<string | null>
}

declare global {
  interface Window {
    local: LocalPage
  }
}

async function scanAt(address: string): Promise<Blob> {
  return (await fetch(address)).blob()
}

async function base64(blob: Blob): Promise<string> {
  const reader = new FileReader()
  const read = new Promise((resolve, reject) => {
    reader.addEventListener('load', resolve)
    reader.addEventListener('error', reject)
  })
  reader.readAsDataURL(blob)
  await read
  return (reader.result as string).replace(/^[^,]*,/, '')
}

async function convert(address: string) {
  const folder = await navigator.storage.getDirectory()
  const target = await folder.getFileHandle('pyramid.tif', { create: true })
  const { thumbnail, ...converted } = await convertLocalScan(await scanAt(address), target)
  const file = await target.getFile()
  return { ...converted, file: await base64(file), thumbnailBytes: thumbnail.size }
}

window.local = {
  convert,
  async publish(address, request) {
    const parts: Uint8Array<ArrayBuffer>[] = []
    const stages = new Set<string>()
    const sink = new WritableStream<Uint8Array>({ write: (part) => void parts.push(part.slice()) })
    const published = await publishLocally(await scanAt(address), request, sink, {
      onProgress: ({ stage }) => stages.add(stage),
    })
    return { ...published, file: await base64(new Blob(parts)), stages: [...stages] }
  },
  async time(address, request) {
    const scan = await scanAt(address)
    const folder = await navigator.storage.getDirectory()
    const [pyramid, published] = await Promise.all(
      ['pyramid.tif', 'published.tif'].map((name) => folder.getFileHandle(name, { create: true })),
    )
    if (!pyramid || !published) throw new Error('no file to write')
    const began = performance.now()
    await convertLocalScan(scan, pyramid)
    const drawn = performance.now()
    const { bytes } = await publishLocally(scan, request, await published.createWritable())
    return { toEditorMs: drawn - began, toFileMs: performance.now() - drawn, bytes }
  },
  async refusal(address) {
    try {
      await convert(address)
      return null
    } catch (error) {
      return error instanceof LocalScanError ? error.code : String(error)
    }
  },
}
document.title = 'Ready'
