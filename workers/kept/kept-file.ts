import { hasKeptParts, keptPart } from './kept-parts-api.ts'

/** A browser whose storage does not answer must not hold up what the line could give. */
const PATIENCE_MS = 1_000

/** What this device keeps of one file. It never fails: what cannot be read is as good as not kept. */
export interface KeptFile {
  /** Null where the part is not kept. `isLast`: nothing else can give it, so the store is asked in any case. */
  part(offset: number, length: number, isLast?: boolean): Promise<ArrayBuffer | null>
}

/** @param url address of the file, as it is asked for */
export function openKeptFile(url: string): KeptFile {
  let has: Promise<boolean> | null = null
  return {
    async part(offset, length, isLast = false) {
      // Node and old browsers have no such storage.
      if (typeof indexedDB === 'undefined') return null
      const path = keptUrl(url)
      has ??= within(hasKeptParts(path), false)
      if (!isLast && !(await has)) return null
      return await within(keptPart(path, offset, length), null)
    },
  }
}

/** Under which address the parts of a file are kept. */
export const keptUrl = (url: string): string => new URL(url, location.origin).pathname

async function within<Answer>(answer: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), PATIENCE_MS)
  })
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    console.warn(error)
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}
