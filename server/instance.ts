import { join, resolve } from 'node:path'
import { chmod, mkdir } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, openDatabase } from './db/database.ts'
import { listenToMessages } from './db/jobs/messages.ts'
import { type SessionLocks, sessionLocks } from './db/session-locks.ts'
import { instanceSecret } from './db/queries/secrets.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { hideFromChildren } from './raster/confined-child.ts'
import type { Settings } from './settings.ts'
import { AccessEpochs } from './services/accounts/access-epochs.ts'
import { proposeEarlierChanges } from './services/assignments/proposals.ts'
import { EVENT_CHANNEL, EventHub, type InstanceEvent } from './services/notifications/event-hub.ts'
import { filePathSigner, type FilePathSigner } from './services/maps/files/file-paths.ts'
import { localMapFiles } from './storage/local-map-files.ts'
import type { MapFiles } from './storage/map-files.ts'
import { s3MapFiles } from './storage/s3-map-files.ts'

/** What all programs of an instance share: database, files, messages, and the jobs that run in this process. */
export interface Instance {
  /** For answers to requests: a statement that takes too long is ended. */
  readonly db: Database
  /** For work that may take its time. */
  readonly patientDb: Database
  readonly files: MapFiles
  readonly signer: FilePathSigner
  readonly epochs: AccessEpochs
  readonly hub: EventHub
  /** Between the processes of the instance. */
  readonly locks: SessionLocks
  /** What has come of uploads that are not complete yet. */
  readonly uploadFolder: string
  stopJobs(): Promise<void>
  /** Closes the database; jobs must have stopped. */
  close(): Promise<void>
}

/** What is not finished yet; swept of what is older than a day. */
const workFolderOf = (dataFolder: string) => join(dataFolder, 'work')

/** Where this instance keeps the files of its maps. */
export function mapFilesOf({
  s3,
  dataFolder,
  freeDiskBytes,
}: Pick<Settings, 's3' | 'dataFolder' | 'freeDiskBytes'>): MapFiles {
  return s3
    ? s3MapFiles({ ...s3, copyFolder: workFolderOf(dataFolder) })
    : localMapFiles(dataFolder, freeDiskBytes)
}

/**
 * The data are the account's alone. Root's embedded database may run as another account, which must be able to pass
 * through, but sees nothing on the way.
 */
async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  // A volume may belong to somebody else, who decides.
  await chmod(path, process.getuid?.() === 0 ? 0o711 : 0o700).catch(() => undefined)
}

/** @throws Error when database or data folder cannot be opened */
export async function openInstance(
  settings: Settings,
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>,
): Promise<Instance> {
  await makePrivateFolder(settings.dataFolder)
  const database = await openDatabase({
    ...(settings.databaseUrl && { databaseUrl: settings.databaseUrl }),
    dataFolder: settings.dataFolder,
    statementMs: settings.statementMs,
    log: (line) => log.info(line),
  })
  const { db, patientDb, pool, connection } = database
  hideFromChildren({ dataFolder: resolve(settings.dataFolder), database: database.folders })
  try {
    const files = mapFilesOf(settings)
    // Before anything is served: until then the maps show what was only proposed.
    await proposeEarlierChanges(db)
    const hub = new EventHub()
    const epochs = new AccessEpochs(db, hub)
    const signer = filePathSigner(await instanceSecret(db, 'file-paths'), epochs)
    const locks = sessionLocks(pool)
    const listener = await listenToMessages({
      connection,
      channels: [EVENT_CHANNEL],
      // Only processes of this instance write to the channel.
      onMessage: (_channel, message) => hub.publish(message as InstanceEvent),
      onListening: () => hub.missedEvents(),
    })
    const workFolder = workFolderOf(settings.dataFolder)
    const uploadFolder = join(settings.dataFolder, 'uploads')
    const jobs =
      settings.jobConcurrency === 0
        ? undefined
        : await startJobs({ ...settings, pool, db: patientDb, files, workFolder, uploadFolder, log })
    return {
      db,
      patientDb,
      files,
      signer,
      epochs,
      hub,
      locks,
      uploadFolder,
      stopJobs: async () => jobs?.stop(),
      close: async () => {
        await listener.stop()
        await locks.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
