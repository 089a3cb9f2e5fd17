import { runningServer } from './server-database.ts'

/** Lets a day go by since the claims of a map ended: their users may claim it again. */
export async function endClaimsADayAgo(url: string, mapId: string): Promise<void> {
  const server = runningServer(url)
  if (!server) throw new Error(`${url} is no server of this test`)
  await server.pool.query(
    `update assignments set ended_at = now() - interval '1 day' where map_id = $1 and ended_at is not null`,
    [mapId],
  )
}
