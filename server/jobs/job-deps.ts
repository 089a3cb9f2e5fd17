import type { Database } from '../db/database.ts'
import type { MailSettings } from '../mail/mail-settings.ts'
import type { OutsidePolicy } from '../outside/fetch-outside.ts'
import type { MapFiles } from '../storage/map-files.ts'

/** What the tasks work with. */
export interface JobDeps {
  readonly db: Database
  readonly files: MapFiles
  /** Absolute path of a local folder for what is not finished yet. */
  readonly workFolder: string
  /** Absolute path of the folder where resumable uploads arrive. */
  readonly uploadFolder: string
  /** Room on the disk that no job may take. */
  readonly freeDiskBytes: number
  /** What all stored files of tiles together may take; 0: no limit. */
  readonly archivesBytes: number
  /** Overlays that are stored of a map beside the published one; 0: all. */
  readonly versionsKept: number
  /** Time that one attempt may take; 0: no limit. */
  readonly jobMs: number
  /** From so many pixels on a job is large; 0: none is. */
  readonly largeJobPixels: number
  /** Absolute path of the folder of the models that read words; undefined: the installed ones. */
  readonly letteringModels: string | undefined
  /** Which hosts scans may be fetched from. */
  readonly outside: OutsidePolicy
  /** The mail server; undefined: no mail is sent. */
  readonly mail: MailSettings | undefined
  /** Origin under which users reach the instance; there is one where mail is sent. */
  readonly publicUrl: string | undefined
  /** Tells the operator of something that no attempt will mend. */
  readonly warn: (line: string) => void
}
