import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { stalePackageReason } from '../../scripts/build-wasm-stamp.mjs'
import { GIT_CHECKOUT, itNeeding } from '../../tests/support/needs.ts'

const PACKAGE = fileURLToPath(new URL('../pkg/', import.meta.url))

describe('the built package', () => {
  it('belongs to the sources beside it', () => {
    expect(stalePackageReason()).toBeUndefined()
  })

  it('takes at most 72 kB as the server sends it', () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    const sent = brotliCompressSync(readFileSync(`${PACKAGE}wasm_tps_bg.wasm`), { params }).length
    expect(sent).toBeLessThanOrEqual(72_000)
  })

  itNeeding(GIT_CHECKOUT, 'is tracked by git', () => {
    const tracked = execFileSync('git', ['ls-files', 'wasm_tps_bg.wasm', '.gitignore'], {
      cwd: PACKAGE,
      encoding: 'utf8',
    })
    expect(tracked.trim()).toBe('wasm_tps_bg.wasm')
  })
})
