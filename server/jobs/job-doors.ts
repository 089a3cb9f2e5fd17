import type { Database } from '../db/database.ts'
import type { MapFiles } from '../storage/map-files.ts'

/** What the tasks work with. */
export interface JobDoors {
  readonly db: Database
  readonly files: MapFiles
  /** Absolute path of a local folder for what is not finished yet. */
  readonly workFolder: string
  /** Absolute path of the folder where resumable uploads arrive. */
  readonly uploadFolder: string
}
