import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { OutsidePolicy } from './outside/fetch-outside.ts'
import { type MailSettings, readMailSettings } from './mail/mail-settings.ts'
import { addressRanges } from './outside/public-address.ts'
import { projectPath } from './project-path.ts'
import type { AccountLimits } from './services/accounts/sign-in-limits.ts'

const whole = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'expected a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `expected a number from ${min} to ${max}`)
    .default(fallback)

/** A number of gibibytes, fractions allowed, as bytes. */
const gibibytes = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,20})?$/, 'expected a number of gibibytes')
    .transform(Number)
    .default(fallback)
    .transform((number) => Math.round(number * 2 ** 30))

/** A number of minutes, fractions allowed, as milliseconds; a timer takes no more than a week. */
const minutes = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,20})?$/, 'expected a number of minutes')
    .transform(Number)
    .refine((number) => number <= 10_080, 'expected at most 10080 minutes')
    .default(fallback)
    .transform((number) => Math.ceil(number * 60_000))

/** A number of seconds, fractions allowed, as milliseconds. */
const seconds = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}(?:\.\d{1,20})?$/, 'expected a number of seconds')
    .transform(Number)
    .default(fallback)
    .transform((number) => Math.ceil(number * 1_000))

const optional = z
  .string()
  .optional()
  .transform((text) => text || undefined)

/** An email address or a web page, as a link. */
const contact = optional.transform((text, context) => {
  if (text === undefined) return undefined
  if (z.email().safeParse(text).success) return `mailto:${text}`
  if (z.url({ protocol: /^https?$/ }).safeParse(text).success) return text
  context.addIssue('expected an email address or the address of a web page')
  return z.NEVER
})

/** Origins, comma-separated; `none`: none at all. */
const origins = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) => (text === 'none' ? [] : text.split(',').map((origin) => origin.trim())))
    .refine(
      (all) => all.every((origin) => /^[a-z][a-z0-9+.-]*:\/\/[^\s/*]+$/.test(origin)),
      'expected origins (“https://localhost”), comma-separated, or “none”',
    )

/** Names of hosts, comma-separated: `example.org`, `*.example.org`, `example.org:8443`, or `*` for any. */
const hosts = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((host) => host.trim().toLowerCase() || []))
  .refine(
    (all) =>
      all.every((host) =>
        /^(?:\*|(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?|\[[0-9a-f:]+\](?::\d{1,5})?)$/.test(host),
      ),
    'expected names of hosts (“example.org”, “*.example.org”), comma-separated, or “*”',
  )

/** Ranges of IP addresses, comma-separated: `10.0.0.0/8`. */
const ranges = z
  .string()
  .default('')
  .transform((text, context) => {
    const all = text.split(',').flatMap((range) => range.trim() || [])
    try {
      return addressRanges(all)
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error))
      return z.NEVER
    }
  })

/** The pages of the app for phones, on Android and on iOS. */
const APP_ORIGINS = 'https://localhost,capacitor://localhost'

const environment = z.object({
  PORT: whole(0, 65_535, 8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  /** Of the built client, in the project's folder. For the project's own tests: an operator has no other client. */
  CLIENT_DIR: z.string().min(1).default('dist/client'),
  DATABASE_URL: optional,
  S3_ENDPOINT: optional,
  S3_BUCKET: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  GEOCODER_URL: optional,
  LETTERING_MODELS: optional,
  BASEMAPS: optional,
  IIIF_HOSTS: hosts,
  IIIF_OWN_ADDRESSES: ranges,
  BASEMAP_PMTILES: optional,
  PUBLIC_URL: optional,
  CONTACT: contact,
  SMTP_URL: optional,
  MAIL_FROM: optional,
  APP_ORIGINS: origins(APP_ORIGINS),
  TRUSTED_PROXIES: optional,
  TRANSFORMS_PER_HOUR: whole(0, 1_000_000, 60),
  MAPS_PER_MONTH: whole(0, 1_000_000, 0),
  USER_STORAGE_GIB: gibibytes(100),
  UPLOADS_AT_ONCE: whole(0, 1_000, 10),
  VERSIONS_KEPT: whole(0, 1_000_000, 20),
  TILE_ARCHIVES_GIB: gibibytes(20),
  FREE_DISK_GIB: gibibytes(1),
  JOB_MINUTES: minutes(60),
  JOBS_WAITING: whole(0, 1_000_000, 20),
  LARGE_JOB_MEGAPIXELS: whole(0, 1_000_000, 400),
  CLAIM_HOURS: z
    .string()
    .regex(/^\d{1,4}(?:\.\d{1,20})?$/, 'expected a number of hours')
    .transform(Number)
    .refine((hours) => hours > 0, 'expected more than 0 hours')
    .default(2),
  AUTH_RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  SIGN_IN_FAILURES_PER_HOUR: whole(0, 1_000_000, 50),
  PASSWORD_TRIES_PER_HOUR: whole(0, 1_000_000, 10),
  NAME_CHANGES_PER_HOUR: whole(0, 1_000_000, 10),
  RESET_LINKS_PER_HOUR: whole(0, 1_000_000, 5),
  EXPORTS_PER_HOUR: whole(0, 1_000_000, 5),
  SHARES_PER_HOUR: whole(0, 1_000_000, 30),
  COMMENTS_PER_HOUR: whole(0, 1_000_000, 60),
  LOOK_UPS_PER_HOUR: whole(0, 1_000_000, 120),
  READINGS_PER_HOUR: whole(0, 1_000_000, 60),
  STREAMS_PER_USER: whole(0, 1_000_000, 30),
  STALL_SECONDS: seconds(30),
  METRICS_TOKEN: optional,
  /** Jobs that run at once in this process; 0: none, they run in worker processes. */
  JOB_CONCURRENCY: whole(0, 64, 2),
  STATEMENT_SECONDS: seconds(10),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
})

export interface S3Access {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** How this instance is set up; read once from the environment. */
export interface Settings {
  readonly port: number
  readonly host: string
  /** Absolute path. */
  readonly dataFolder: string
  /** Absolute path of the built client. */
  readonly clientFolder: string
  readonly databaseUrl: string | undefined
  readonly s3: S3Access | undefined
  readonly geocoderUrl: string | undefined
  /** Absolute path of the folder of other models for lettering than the installed ones. */
  readonly letteringModels: string | undefined
  readonly baseMaps: { readonly BASEMAPS?: string; readonly BASEMAP_PMTILES?: string }
  /** Which hosts the server may fetch from at the word of a user. */
  readonly outside: OutsidePolicy
  /** Origin under which users reach the instance, without a slash at its end. */
  readonly publicUrl: string | undefined
  /** Where the operator is reached: `mailto:` or a web address. */
  readonly contact: string | undefined
  /** The mail server that mails are handed to; undefined: none are sent. */
  readonly mail: MailSettings | undefined
  /** Origins whose pages may call the API. */
  readonly appOrigins: readonly string[]
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** 0: no limit. */
  readonly transformsPerHour: number
  readonly mapsPerMonth: number
  /** What the maps and begun uploads of one user may take. */
  readonly userStorageBytes: number
  /** Uploads that one user may have begun. */
  readonly uploadsAtOnce: number
  /** Overlays that are kept of a map beside the published one. */
  readonly versionsKept: number
  /** What all kept files of tiles together may take; 0: no limit. */
  readonly archivesBytes: number
  /** Room on the disk that no upload and no job may take. */
  readonly freeDiskBytes: number
  /** Time that one attempt at a conversion or a transform may take; 0: no limit. */
  readonly jobMs: number
  /** Scans of one user that may wait for their conversion, and maps for their transform; 0: no limit. */
  readonly jobsWaiting: number
  /** From so many pixels on a job stays out of the slot that each process keeps for small ones; 0: no slot is kept. */
  readonly largeJobPixels: number
  readonly claimHours: number
  readonly limitsSignIn: boolean
  readonly accountLimits: AccountLimits
  /** Users with whom one may share catalogs, an hour; 0: no limit. */
  readonly sharesPerHour: number
  /** Comments that one user may write or change, an hour; 0: no limit. */
  readonly commentsPerHour: number
  /** Texts (annotations, manifests) that one user may have fetched from other hosts, an hour; 0: no limit. */
  readonly lookUpsPerHour: number
  /** Scans that one user may have read for words, an hour; 0: no limit. */
  readonly readingsPerHour: number
  /** Live streams that a user may have open in one process; 0: no limit. */
  readonly streamsPerUser: number
  /** Time within which the reader of a long answer must take some of it; 0: no limit. */
  readonly stallMs: number
  /** What a reader of the metrics sends; without it they are for the machine itself. */
  readonly metricsToken: string | undefined
  readonly jobConcurrency: number
  /** Time that one statement of an answer may take in the database; 0: no limit. */
  readonly statementMs: number
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** @throws Error naming the variable and what is wrong with it */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`The settings cannot be read:\n  ${lines.join('\n  ')}`)
  }
  const values = parsed.data
  return {
    port: values.PORT,
    host: values.HOST,
    dataFolder: resolve(values.DATA_DIR),
    clientFolder: clientFolder(values.CLIENT_DIR),
    databaseUrl: values.DATABASE_URL,
    s3: readS3(values),
    geocoderUrl: values.GEOCODER_URL,
    letteringModels: values.LETTERING_MODELS && resolve(values.LETTERING_MODELS),
    baseMaps: {
      ...(values.BASEMAPS && { BASEMAPS: values.BASEMAPS }),
      ...(values.BASEMAP_PMTILES && { BASEMAP_PMTILES: values.BASEMAP_PMTILES }),
    },
    outside: { hosts: values.IIIF_HOSTS, ownAddresses: values.IIIF_OWN_ADDRESSES },
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    contact: values.CONTACT,
    mail: readMail(values),
    appOrigins: values.APP_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES?.split(',').map((address) => address.trim()) ?? [],
    transformsPerHour: values.TRANSFORMS_PER_HOUR,
    mapsPerMonth: values.MAPS_PER_MONTH,
    userStorageBytes: values.USER_STORAGE_GIB,
    uploadsAtOnce: values.UPLOADS_AT_ONCE,
    versionsKept: values.VERSIONS_KEPT,
    archivesBytes: values.TILE_ARCHIVES_GIB,
    freeDiskBytes: values.FREE_DISK_GIB,
    jobMs: values.JOB_MINUTES,
    jobsWaiting: values.JOBS_WAITING,
    largeJobPixels: values.LARGE_JOB_MEGAPIXELS * 1_000_000,
    claimHours: values.CLAIM_HOURS,
    limitsSignIn: values.AUTH_RATE_LIMIT === 'on',
    accountLimits: {
      signInFailuresPerHour: values.SIGN_IN_FAILURES_PER_HOUR,
      passwordTriesPerHour: values.PASSWORD_TRIES_PER_HOUR,
      nameChangesPerHour: values.NAME_CHANGES_PER_HOUR,
      resetLinksPerHour: values.RESET_LINKS_PER_HOUR,
      exportsPerHour: values.EXPORTS_PER_HOUR,
    },
    sharesPerHour: values.SHARES_PER_HOUR,
    commentsPerHour: values.COMMENTS_PER_HOUR,
    lookUpsPerHour: values.LOOK_UPS_PER_HOUR,
    readingsPerHour: values.READINGS_PER_HOUR,
    streamsPerUser: values.STREAMS_PER_USER,
    stallMs: values.STALL_SECONDS,
    metricsToken: values.METRICS_TOKEN,
    jobConcurrency: values.JOB_CONCURRENCY,
    statementMs: values.STATEMENT_SECONDS,
    logLevel: values.LOG_LEVEL,
  }
}

/** @throws Error where a client was asked for that is not built; without one of its own an instance is an API alone */
function clientFolder(asked: string): string {
  const folder = projectPath(asked)
  if (asked !== 'dist/client' && !existsSync(join(folder, 'index.html')))
    throw new Error(`CLIENT_DIR: there is no built client in ${folder}.`)
  return folder
}

/** Links in mails begin with the address that the operator has set, never with one that a request names. */
function readMail({
  SMTP_URL,
  MAIL_FROM,
  PUBLIC_URL,
}: z.output<typeof environment>): MailSettings | undefined {
  if (!SMTP_URL && !MAIL_FROM) return undefined
  if (!SMTP_URL || !MAIL_FROM || !PUBLIC_URL)
    throw new Error('Mail needs SMTP_URL, MAIL_FROM and PUBLIC_URL together.')
  return readMailSettings(SMTP_URL, MAIL_FROM)
}

function readS3(values: z.output<typeof environment>): S3Access | undefined {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values
  if (!endpoint && !bucket) return undefined
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    throw new Error('S3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY together.')
  return { endpoint, bucket, accessKeyId, secretAccessKey }
}
