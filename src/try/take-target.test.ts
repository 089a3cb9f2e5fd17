import { expect, it, vi } from 'vitest'
import { removeTaken } from './take-target.ts'

it.each([
  ['is removed once the browser has copied it', 11, []],
  ['stays while the browser may be copying it', 1, ['palimpsest-taken.tif']],
])('a file that was downloaded %s', async (_title, minutes, left) => {
  const files = new Set(['palimpsest-taken.tif'])
  const lastModified = Date.now() - minutes * 60_000
  const folder = {
    getFileHandle: async () => ({ getFile: async () => new File([], 'taken', { lastModified }) }),
    removeEntry: async (name: string) => void files.delete(name),
  }
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => folder } })
  await removeTaken()
  expect([...files]).toEqual(left)
})
