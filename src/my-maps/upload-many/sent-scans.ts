import { z } from 'zod'
import { storedValue } from '../../ui/stored-value.ts'

/**
 * Which scans this browser has sent for a user in "Upload many", so that the same folder, chosen again after a reload
 * or a cut line, goes on where it stopped.
 */
const MOST_KEPT = 2_000
const KEPT_FOR_MS = 30 * 24 * 3_600_000
const entriesSchema = z.array(z.tuple([z.string(), z.string(), z.number()]))
type Entry = z.infer<typeof entriesSchema>[number]

const stored = (owner: string) => storedValue(`sent-scans-${owner}`, entriesSchema)
const printOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

const read = (owner: string): Entry[] =>
  (stored(owner).read() ?? []).filter(([, , at]) => Date.now() - at < KEPT_FOR_MS)

/** The maps that scans of this browser became: asks for the map of a scan, undefined where it was never sent. */
export function sentScans(owner: string): (file: File) => string | undefined {
  const maps = new Map(read(owner).map(([print, mapId]) => [print, mapId]))
  return (file) => maps.get(printOf(file))
}

/** Notes the map that a scan has become. */
export function noteSent(owner: string, file: File, mapId: string): void {
  const print = printOf(file)
  const rest = read(owner).filter(([other]) => other !== print)
  // Without room for the note the scan would be sent twice after a reload, which the person sees and can mend.
  stored(owner).write([[print, mapId, Date.now()] as Entry, ...rest].slice(0, MOST_KEPT))
}
