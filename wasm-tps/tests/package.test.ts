import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { stalePackageReason } from '../../scripts/build-wasm-stamp.mjs'
import { GIT_CHECKOUT, itNeeding } from '../../tests/support/needs.ts'

const PACKAGE = fileURLToPath(new URL('../pkg/', import.meta.url))

describe('the built package', () => {
  it('belongs to the sources beside it', () => {
    expect(stalePackageReason()).toBeUndefined()
  })

  itNeeding(GIT_CHECKOUT, 'is tracked by git', () => {
    const tracked = execFileSync('git', ['ls-files', 'wasm_tps_bg.wasm', '.gitignore'], {
      cwd: PACKAGE,
      encoding: 'utf8',
    })
    expect(tracked.trim()).toBe('wasm_tps_bg.wasm')
  })
})
