import { giveFile } from '../device/give-file.ts'

/** Where a file goes that is written piece by piece. */
export interface TakeTarget {
  readonly sink: WritableStream<Uint8Array>
  /** All is written. */
  readonly finish: () => Promise<void>
  /** It was given up: nothing of it stays. */
  readonly discard: () => Promise<void>
}

/** Of browsers that let a page write a file of the person's own. */
interface SavePicker {
  showSaveFilePicker?: (options: {
    readonly suggestedName: string
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[]
  }) => Promise<FileSystemFileHandle>
}

const TIFF = 'image/tiff'
/** Written here first where the file cannot be named: it is then downloaded. */
const SPOOL = 'palimpsest-taken.tif'
/** By then a browser has copied the largest file to where downloads go. */
const COPIED_AFTER_MS = 600_000

/** A name that every system takes. */
export const fileName = (name: string): string => name.replaceAll(/[/\\:*?"<>|]/g, ' ')

/**
 * Asks under which name a file is saved; where the browser cannot, it is downloaded once it is whole.
 *
 * @returns null where the person has changed their mind
 */
export async function nameTarget(suggested: string): Promise<TakeTarget | null> {
  const name = fileName(suggested)
  const { showSaveFilePicker } = window as SavePicker
  return showSaveFilePicker
    ? await named(() =>
        showSaveFilePicker.call(window, { suggestedName: name, types: [{ accept: { [TIFF]: ['.tif'] } }] }),
      )
    : await spooled(name)
}

async function named(ask: () => Promise<FileSystemFileHandle>): Promise<TakeTarget | null> {
  let handle: FileSystemFileHandle
  try {
    handle = await ask()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
  return {
    sink: await handle.createWritable(),
    finish: async () => undefined,
    // What was there before stays, for the browser writes into a copy until the end.
    discard: async () => undefined,
  }
}

async function spooled(name: string): Promise<TakeTarget> {
  const folder = await navigator.storage.getDirectory()
  const handle = await folder.getFileHandle(SPOOL, { create: true })
  return {
    sink: await handle.createWritable(),
    finish: async () => giveFile(name, new Blob([await handle.getFile()], { type: TIFF })),
    discard: async () => folder.removeEntry(SPOOL).catch(() => undefined),
  }
}

/** Frees the room of a file that was downloaded; not while the browser may still be copying it. */
export async function removeTaken(): Promise<void> {
  const folder = await navigator.storage.getDirectory()
  const taken = await folder.getFileHandle(SPOOL).catch(() => null)
  if (taken && Date.now() - (await taken.getFile()).lastModified > COPIED_AFTER_MS)
    await folder.removeEntry(SPOOL)
}
