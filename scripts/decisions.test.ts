import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { globSync } from './files.mjs'

const FOLDER = 'docs/decisions'
const INDEX = join(FOLDER, 'README.md')
const notes = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== 'README.md')
const titleOf = (note: string) => readFileSync(join(FOLDER, note), 'utf8').split('\n', 1)[0]!.slice(2)

describe('the index of decisions', () => {
  it('names every note by its title', () => {
    const index = readFileSync(INDEX, 'utf8')
    expect(notes.filter((note) => !index.includes(`[${titleOf(note)}](${note})`))).toEqual([])
  })

  it.each([...notes.map((note) => join(FOLDER, note)), INDEX, 'ARCHITECTURE.md', 'CONTRIBUTING.md'])(
    'finds every file that %s links to',
    (file) => {
      const links = [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to]) => to!)
      expect(links.filter((to) => !existsSync(join(dirname(file), to)))).toEqual([])
    },
  )

  it('holds every note that the code names', () => {
    const rooms = ['contract', 'gcp-files', 'lettering', 'cog', 'workers', 'src', 'server', 'demo', 'scripts']
    const named = globSync(rooms, /\.(tsx?|mjs)$/)
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/Decision: (\S+)/g)].map(([, note]) => note!),
      )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((note) => !existsSync(note))).toEqual([])
  })
})
