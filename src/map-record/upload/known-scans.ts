import { useQuery } from '@tanstack/react-query'
import { MOST_SCAN_SIZES, ownScans } from '../../../contract/api/map-scan.ts'
import { scanDigest } from '../../../contract/scan-digest.ts'
import { callApi } from '../../api/call-api.ts'

/** As what a chosen scan is there already, byte for byte: the title of its map, or the name of a file chosen before it. */
export type KnownScans = ReadonlyMap<File, string>

const NONE: KnownScans = new Map()
const digests = new WeakMap<File, Promise<string>>()

function digestOf(file: File): Promise<string> {
  const digest =
    digests.get(file) ??
    scanDigest(file.size, async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()))
  digests.set(file, digest)
  return digest
}

/** Which of some files are among the user's scans, or the same as another of them. Only files of equal sizes are read. */
async function findKnown(files: readonly File[], signal: AbortSignal): Promise<KnownScans> {
  // Browsers have digests only where the connection is safe.
  if (!('subtle' in crypto)) return NONE
  const sizes = [...new Set(files.map(({ size }) => size))].filter((size) => size > 0)
  const titles = new Map<string, string>()
  const ofMaps = new Set<number>()
  for (let from = 0; from < sizes.length; from += MOST_SCAN_SIZES) {
    const body = { sizes: sizes.slice(from, from + MOST_SCAN_SIZES) }
    const { scans } = await callApi(ownScans, { body }, { signal })
    for (const { digest, title, bytes } of scans) {
      ofMaps.add(bytes)
      if (!titles.has(digest)) titles.set(digest, title)
    }
  }
  const known = new Map<File, string>()
  for (const file of files) {
    const isAlone = files.every((other) => other === file || other.size !== file.size)
    if (isAlone && !ofMaps.has(file.size)) continue
    signal.throwIfAborted()
    // What cannot be read is refused when it is sent.
    const digest = await digestOf(file).catch(() => null)
    if (digest === null) continue
    const title = titles.get(digest)
    if (title === undefined) titles.set(digest, file.name)
    else known.set(file, title)
  }
  return known
}

const printOf = ({ name, size, lastModified, webkitRelativePath }: File) =>
  `${webkitRelativePath} ${name} ${size} ${lastModified}`

/** Looks among the user's maps for the content of chosen scans. What cannot be found out counts as new. */
export function useKnownScans(files: readonly File[]): {
  readonly known: KnownScans
  readonly isComparing: boolean
} {
  const { data, isLoading } = useQuery({
    queryKey: ['known-scans', files.map(printOf)],
    queryFn: ({ signal }) => findKnown(files, signal),
    enabled: files.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return { known: data ?? NONE, isComparing: isLoading }
}
