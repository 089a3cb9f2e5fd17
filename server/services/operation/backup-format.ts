import { z } from 'zod'

/** A folder that holds a whole instance. Its manifest is written last: a folder without one is no backup. */
export const MANIFEST = 'backup.json'
/** Rows of `table`, one JSON object a line. */
export const rowsFile = (table: string) => `rows/${table}.jsonl`
/** Jobs that had not been done, one a line. */
export const JOBS_FILE = 'jobs.jsonl'
/** Map files by their keys. */
export const mapFile = (key: string) => `files/${key}`

const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string().regex(/^\w+$/),
      columns: z.array(z.string()),
      rows: z.int(),
      sha256: hash,
    }),
  ),
  jobs: z.object({ rows: z.int(), sha256: hash }),
  files: z.array(z.object({ key: z.string(), bytes: z.int(), sha256: hash })),
})
export type Manifest = z.output<typeof manifestSchema>
