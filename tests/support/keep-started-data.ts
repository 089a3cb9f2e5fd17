import { startServer } from './server.ts'
import { keepStartedData } from './started-data.ts'

/** Before all tests of a run: what every server would make anew at its first start. */
export default async function keep(): Promise<void> {
  await keepStartedData(async (dataFolder) => {
    const server = await startServer({ dataFolder })
    const code = await server.stop()
    if (code !== 0) throw new Error(`the server ended with ${code}:\n${server.output()}`)
  })
}
