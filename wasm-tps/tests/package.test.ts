import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { stalePackageReason } from '../../scripts/build-wasm-stamp.mjs'

const PACKAGE = fileURLToPath(new URL('../pkg/', import.meta.url))

describe('the built package', () => {
  it('belongs to the sources beside it', () => {
    expect(stalePackageReason()).toBeUndefined()
  })

  it('takes at most 69 kB compressed', () => {
    const compressed = gzipSync(readFileSync(`${PACKAGE}wasm_tps_bg.wasm`), { level: 9 }).length
    expect(compressed).toBeLessThanOrEqual(69_000)
  })

  it.skipIf(!existsSync(fileURLToPath(new URL('../../.git', import.meta.url))))('is tracked by git', () => {
    const tracked = execFileSync('git', ['ls-files', 'wasm_tps_bg.wasm', '.gitignore'], {
      cwd: PACKAGE,
      encoding: 'utf8',
    })
    expect(tracked.trim()).toBe('wasm_tps_bg.wasm')
  })
})
