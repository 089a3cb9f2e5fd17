/** A page that converts and publishes scans by the local worker alone. */
import {
  convertLocalScan,
  LocalScanError,
  publishLocally,
  type LocalPublishRequest,
} from '../../../workers/local/local-client.ts'

/** What a test asks of the page. Files go out as Base64. */
export interface LocalPage {
  convert(address: string): Promise<{ width: number; height: number; file: string; thumbnailBytes: number }>
  publish(
    address: string,
    request: LocalPublishRequest,
  ): Promise<{ width: number; height: number; bytes: number; file: string; stages: string[] }>
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
