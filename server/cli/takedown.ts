import { parseArgs } from 'node:util'
import { TAKE_DOWN_REASONS } from '../../contract/api/notifications.ts'
import { lengthInCodePoints } from '../../contract/rules/text-length.ts'
import type { Database } from '../db/database.ts'
import { isId } from '../db/new-id.ts'
import { listComments } from '../db/queries/map-comments.ts'
import { printable } from '../services/accounts/printable.ts'
import { allowComment, allowMap, takeCommentDown, takeMapDown } from '../services/operation/take-down.ts'
import { runOperation } from './run-operation.ts'

/** A live message between the processes holds no more. */
const LONGEST_REASON = 1_000
const COMMENTS_SHOWN = 1_000
const SHOWN_OF_COMMENT = 80

const USAGE = `Usage: npm run takedown -- map ID --reason "REASON"       its owner's alone until --undo
       npm run takedown -- comment ID --reason "REASON"   seen by nobody until --undo
       npm run takedown -- map|comment ID --undo
       npm run takedown -- comments MAP_ID                lists the comments of a map with their IDs
The reason is told to the owner or writer: in their language where it is one of
${TAKE_DOWN_REASONS.join(', ')}, else in your words.`

const DOWN = { map: takeMapDown, comment: takeCommentDown } as const
const ALLOWED = { map: allowMap, comment: allowComment } as const

interface Asked {
  readonly what: 'map' | 'comment' | 'comments'
  readonly id: string
  /** Undefined: it is to be undone. */
  readonly reason: string | undefined
}

/** @throws Error with the usage where the arguments are no take-down */
function askedBy(args: readonly string[]): Asked {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { reason: { type: 'string' }, undo: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [what, id = '', ...rest] = positionals
  const reason = values.reason?.trim()
  const isOneOf = values.undo ? reason === undefined : Boolean(reason)
  if (id === '' || rest.length > 0) throw new Error(USAGE)
  if (what === 'comments' && !values.undo && reason === undefined) return { what, id, reason }
  if ((what !== 'map' && what !== 'comment') || !isOneOf) throw new Error(USAGE)
  if (reason !== undefined && lengthInCodePoints(reason) > LONGEST_REASON)
    throw new Error(`A reason has at most ${LONGEST_REASON} characters.`)
  return { what, id, reason }
}

/** One line for each comment of a map, the newest first. */
async function commentLines(db: Database, mapId: string): Promise<string[]> {
  if (!isId(mapId)) throw new Error(`There is no map ${printable(mapId)}.`)
  const rows = await listComments(db, mapId, { before: undefined, limit: COMMENTS_SHOWN })
  return rows.map(({ comment: { id, writtenAt, text }, username }) => {
    const begun = Array.from(text).slice(0, SHOWN_OF_COMMENT).join('')
    return `${id} ${writtenAt.toISOString()} ${printable(username)}: ${printable(begun)}`
  })
}

/** `npm run takedown -- map|comment ID --reason "REASON"` */
runOperation(askedBy, async ({ patientDb: db }, { what, id, reason }) => {
  if (what === 'comments') return commentLines(db, id)
  const name = printable(
    reason === undefined ? await ALLOWED[what](db, id) : await DOWN[what](db, id, reason),
  )
  const done = reason === undefined ? 'allowed again' : 'taken down'
  return [what === 'map' ? `“${name}” is ${done}.` : `The comment of ${name} is ${done}.`]
})
