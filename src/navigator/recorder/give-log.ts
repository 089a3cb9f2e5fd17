import { giveFile } from '../../device/give-file.ts'
import { forgetLog } from '../../kept/unsent-field-work.ts'
import type { FieldLog } from './field-log.ts'
import { writeGeoJson, writeGpx } from './write-log.ts'

/** What a log is given away as. */
export type LogFile = 'gpx' | 'geojson'

/** Gives a user's log away as a file; it then is not offered again. Rejects where the device does not let it. */
export async function giveLog(userId: string, log: FieldLog, kind: LogFile): Promise<void> {
  const name = `palimpsest-${new Date().toISOString().slice(0, 10)}`
  const [type, text] =
    kind === 'gpx'
      ? ['application/gpx+xml', writeGpx(log, name)]
      : ['application/geo+json', writeGeoJson(log, name)]
  await giveFile(`${name}.${kind}`, new Blob([text], { type }))
  forgetLog(userId)
}
