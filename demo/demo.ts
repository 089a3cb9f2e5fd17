/**
 * `npm run demo`: adds the drawn map of Lithuania to an instance, through its API, for a demo user; starts the
 * instance for that long where none is running. Twice the map: once georeferenced by its towns, once untouched, to be
 * tried. `--url http://host:port` names another instance; `--points FILE` writes the towns as control points.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import process from 'node:process'
import { drawSheet } from './draw-sheet.ts'
import { townPoints } from './sheet-points.ts'
import { drawSvg } from './draw-svg.ts'
import { addDemoMap } from './demo-api.ts'
import { pointsFile } from './demo-points.ts'
import { withInstance } from './demo-instance.ts'

const USER = { username: 'Demo', email: 'demo@palimpsest.example', password: 'Wilna1820' }
const TITLE = 'Lithuania, Samogitia et Curonia, 1820'

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, points: { type: 'string' } } })
  console.log('Drawing the map …')
  const sheet = drawSheet()
  const points = townPoints(sheet.towns)
  if (values.points) {
    await writeFile(values.points, pointsFile(points))
    console.log(`${points.length} control points: ${values.points}`)
  }
  const scan = await drawSvg(sheet.svg, { format: 'jpeg', quality: 90 })
  const wasStarted = await withInstance(values.url, async (url) => {
    const maps = [
      { title: TITLE, points },
      { title: `${TITLE} (to try)`, points: undefined },
    ]
    for (const map of maps) {
      const { isNew } = await addDemoMap(url, USER, { ...map, scan })
      console.log(`${isNew ? 'Added' : 'Already there'}: ${map.title}`)
    }
    console.log(`\n${url}\n  e-mail    ${USER.email}\n  password  ${USER.password}`)
  })
  if (wasStarted) console.log('\nStart the instance with: npm start')
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
