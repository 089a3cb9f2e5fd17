import process from 'node:process'
import { parseArgs } from 'node:util'
import { lengthInCodePoints } from '../../contract/rules/text-length.ts'
import { openInstance } from '../instance.ts'
import { readSettings } from '../settings.ts'
import { announceToAll, type Announcement } from '../services/notifications/announcements.ts'

const USAGE = 'Usage: npm run announce -- "title" "message" [--url /path]'
/** A live message between the processes holds no more. */
const [LONGEST_TITLE, LONGEST_MESSAGE] = [200, 1000]

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error }

/** @throws Error with the usage where the arguments are not an announcement */
function announcement(args: readonly string[]): Announcement {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { url: { type: 'string' } },
    allowPositionals: true,
  })
  const [title = '', message = '', ...rest] = positionals.map((text) => text.trim())
  if (title === '' || message === '' || rest.length > 0) throw new Error(USAGE)
  if (lengthInCodePoints(title) > LONGEST_TITLE || lengthInCodePoints(message) > LONGEST_MESSAGE)
    throw new Error(`A title has at most ${LONGEST_TITLE} characters, a message ${LONGEST_MESSAGE}.`)
  // Of another origin is what begins with a scheme or with two slashes.
  if (values.url !== undefined && !/^\/(?![/\\])[^\s\\]*$/.test(values.url))
    throw new Error('The address of an announcement is a path within the product, such as /public-maps.')
  return { title, message, ...(values.url !== undefined && { actionUrl: values.url }) }
}

/** `npm run announce -- "title" "message"`: notifies every user, those with an open window at once. */
async function main(): Promise<void> {
  const given = announcement(process.argv.slice(2))
  const instance = await openInstance({ ...readSettings(process.env), jobConcurrency: 0 }, silent)
  try {
    console.log(`Told ${await announceToAll(instance.patientDb, given)} users.`)
  } finally {
    await instance.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
