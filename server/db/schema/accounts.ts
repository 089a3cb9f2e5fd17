import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { LANGUAGES, MAIL_KINDS } from '../../../contract/api/mail.ts'
import { TOKEN_SCOPES } from '../../../contract/api/api-tokens.ts'
import { bytes } from './columns.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    username: text('username').notNull(),
    /** Case-folded and normalised: what makes two names the same. */
    usernameKey: text('username_key').notNull().unique('users_username_key'),
    /** The name as a search compares it. */
    foldedName: text('folded_name').generatedAlwaysAs(sql.raw('fold_name(username_key)')),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull().unique('users_email_key'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    passwordHash: text('password_hash').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Raised when sessions of the user end: signed paths that they were given before open nothing. */
    accessEpoch: integer('access_epoch').notNull().default(0),
    /** Set while the operator has locked the account: nobody signs in to it. */
    lockedAt: moment('locked_at'),
    /** In which mails are written; null: nobody has chosen yet. */
    language: text('language', { enum: LANGUAGES }),
    /** Kinds of mail that the user has switched off. */
    mailOff: text('mail_off', { enum: MAIL_KINDS })
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [index('users_folded_name').using('gin', table.foldedName.op('gin_trgm_ops'))],
)

/** An open session; the token itself is nowhere but with its holder. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytes('token_hash').notNull().unique('sessions_token_hash'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    /** The absolute end; the idle end follows from `last_used_at`. */
    expiresAt: moment('expires_at').notNull(),
    userAgent: text('user_agent'),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** What lets a program act for a user until a day; the token itself is nowhere but with its holder. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scope: text('scope', { enum: TOKEN_SCOPES }).notNull(),
    tokenHash: bytes('token_hash').notNull().unique('api_tokens_token_hash'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('api_tokens_user').on(table.userId)],
)

/** Mails that were handed to the mail server, or begun to be: none is sent twice. Removed after some days. */
export const sentMails = pgTable(
  'sent_mails',
  {
    /** What the mail is about: of the same there is one alone. */
    about: text('about').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('sent_mails_user').on(table.userId, table.at), index('sent_mails_at').on(table.at)],
)

/** When an account was signed in to, or somebody tried to; removed after `SIGN_IN_DAYS`. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: moment('at').notNull().defaultNow(),
    succeeded: boolean('succeeded').notNull(),
    /** As limits count it: of an IPv6 address the network alone. */
    address: text('address').notNull(),
  },
  (table) => [index('sign_ins_user').on(table.userId, table.at), index('sign_ins_at').on(table.at)],
)

/** One-use tokens that stand for a user: links to set a password, tickets for the live stream. */
export const oneUseTokens = pgTable('one_use_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  purpose: text('purpose', { enum: ['reset', 'stream'] }).notNull(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The session that a ticket of the stream was given to, with which it ends. */
  sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
})

export const ATTEMPT_KINDS = [
  'login',
  /** An address from which an account was signed in to; counts towards nothing. */
  'signedIn',
  'register',
  /** A link was asked for. */
  'forgot',
  /** A link was made. */
  'link',
  'reset',
  'password',
  'names',
  'share',
  /** A user was told that a catalog is shared with them. */
  'shareNotice',
  'transform',
  /** A comment was written or changed. */
  'comment',
  /** Everything kept about a user was sent to them. */
  'export',
  /** A text was fetched from another host for a user. */
  'lookUp',
  /** The words of a scan were read for a user. */
  'reading',
] as const

/** Attempts that count towards a limit. `subject` is what was tried (an account's key), `address` who tried. */
export const attempts = pgTable(
  'attempts',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    kind: text('kind', { enum: ATTEMPT_KINDS }).notNull(),
    subject: text('subject').notNull(),
    address: text('address').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    index('attempts_subject').on(table.kind, table.subject, table.at),
    index('attempts_address').on(table.kind, table.address, table.at),
  ],
)

/** Secrets of the instance, made at the first start and shared by all its processes. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
