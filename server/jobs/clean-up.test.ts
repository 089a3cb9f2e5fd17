import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeOldUploads } from './clean-up.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-uploads-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('keeps an upload that takes longer than a day to arrive, and removes one to which nothing came for a day', async () => {
  const now = Date.now()
  const put = (name: string, hoursAgo: number) => {
    writeFileSync(join(folder, name), 'x')
    const at = new Date(now - hoursAgo * 3_600_000)
    utimesSync(join(folder, name), at, at)
  }
  for (const [id, arrived] of [
    ['slow', 1],
    ['given-up', 25],
  ] as const) {
    put(id, arrived)
    put(`${id}.json`, 72)
  }
  // An upload that has become a map leaves its metadata, for a client that asks once more.
  put('finished.json', 2)
  put('long-finished.json', 30)
  await removeOldUploads(folder, now)
  expect(readdirSync(folder).sort()).toEqual(['finished.json', 'slow', 'slow.json'])
})
