import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { itNeeding, LINUX } from '../../../tests/support/needs.ts'
import { watchDecoder } from './decoder-progress.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-progress-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

itNeeding(
  LINUX,
  'sees how far a scan was read though the path to it leads over a link, where nothing is written',
  async () => {
    writeFileSync(join(folder, 'scan.tif'), Buffer.alloc(1_000_000))
    symlinkSync(folder, join(folder, 'link'))
    const scanPath = join(folder, 'link', 'scan.tif')
    const reader = `const fs = require('node:fs')
      fs.readSync(fs.openSync(${JSON.stringify(scanPath)}), Buffer.alloc(600000))
      console.log('read')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['-e', reader], { stdio: ['ignore', 'pipe', 'ignore'] })
    const percents: number[] = []
    await once(child.stdout, 'data')
    const watch = watchDecoder(child, {
      scanPath,
      partial: join(folder, 'none'),
      stallMs: 600_000,
      onProgress: (percent) => percents.push(percent),
    })
    try {
      await vi.waitUntil(() => percents.length > 0, { timeout: 15_000, interval: 20 })
      expect(percents).toEqual([57])
    } finally {
      watch.stop()
      child.kill('SIGKILL')
    }
  },
)
