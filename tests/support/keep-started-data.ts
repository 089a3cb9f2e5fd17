import { drizzle } from 'drizzle-orm/node-postgres'
import { embeddedGazetteer } from '../../server/places/embedded-gazetteer.ts'
import { startServer } from './server.ts'
import { runningServer } from './server-database.ts'
import { keepStartedData } from './started-data.ts'
import { beginRun, endRun } from './started-processes.ts'

/**
 * Before all tests of a run: what every server would make anew at its first start or, of the gazetteer, for its first
 * user. After them no server is left.
 */
export default async function keep(): Promise<() => Promise<void>> {
  await beginRun()
  await keepStartedData(async (dataFolder) => {
    const server = await startServer({ dataFolder })
    const { pool } = runningServer(server.url)!
    await embeddedGazetteer(drizzle(pool), new AbortController().signal).prepare()
    const code = await server.stop()
    if (code !== 0) throw new Error(`the server ended with ${code}:\n${server.output()}`)
  })
  return endRun
}
