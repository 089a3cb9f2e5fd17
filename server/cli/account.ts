import type { Database } from '../db/database.ts'
import type { UserRow } from '../db/queries/accounts.ts'
import { listSessions } from '../db/queries/sessions.ts'
import { listSignIns, SIGN_IN_DAYS } from '../db/queries/sign-ins.ts'
import {
  accountNamed,
  endAllSessions,
  lockAccount,
  unlockAccount,
} from '../services/accounts/operate-account.ts'
import { printable } from '../services/accounts/printable.ts'
import { runOperation } from './run-operation.ts'

const SIGN_INS_SHOWN = 1_000

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** What can be done to an account; each returns the lines that are printed. */
const COMMANDS: Readonly<Record<string, (db: Database, user: UserRow) => Promise<string[]>>> = {
  lock: async (db, { id, username }) => {
    const { sessions, links } = await lockAccount(db, id)
    const ended = `${counted(sessions, 'session')} and ${counted(links, 'unlisted link')}`
    return [`${printable(username)} is locked. Ended: ${ended}.`]
  },
  unlock: async (db, { id, username }) => {
    await unlockAccount(db, id)
    return [`${printable(username)} is unlocked.`]
  },
  sessions: async (db, { id }) => {
    const sessions = await listSessions(db, id)
    return sessions.map(
      ({ createdAt, lastUsedAt, userAgent }) =>
        `since ${createdAt.toISOString()}, last used ${lastUsedAt.toISOString()}: ${printable(userAgent ?? 'unknown program')}`,
    )
  },
  'end-sessions': async (db, { id, username }) => [
    `Ended ${counted(await endAllSessions(db, id), 'session')} of ${printable(username)}.`,
  ],
  'sign-ins': async (db, { id }) => {
    const signIns = await listSignIns(db, id, SIGN_INS_SHOWN)
    return signIns.map(
      ({ at, succeeded, address }) => `${at.toISOString()} ${succeeded ? 'signed in' : 'failed'} ${address}`,
    )
  },
}

const USAGE = `Usage: npm run account -- ${Object.keys(COMMANDS).join('|')} NAME_OR_EMAIL
sign-ins are those of the last ${SIGN_IN_DAYS} days, the newest first.`

/** @throws Error with the usage where the arguments name no command and one account */
function readCommand([name = '', account = '', ...rest]: readonly string[]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || account === '' || rest.length > 0) throw new Error(USAGE)
  return { command, account }
}

/** `npm run account -- COMMAND NAME_OR_EMAIL` */
runOperation(readCommand, async ({ patientDb: db }, { command, account }) => {
  const user = await accountNamed(db, account)
  if (!user) throw new Error(`There is no account of the name or email ${printable(account)}.`)
  return command(db, user)
})
