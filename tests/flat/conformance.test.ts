import { afterAll, beforeAll, describe } from 'vitest'
import { baseCases } from './conformance/base-cases.ts'
import { cameraCases } from './conformance/camera-cases.ts'
import { gripCases } from './conformance/grip-cases.ts'
import { close, open } from './conformance/pane-stage.ts'
import { scanCases } from './conformance/scan-cases.ts'

describe.each([
  ['drawn', false],
  ['flat', true],
])('a %s pane', (_name, isFlat) => {
  beforeAll(() => open(isFlat))
  afterAll(close)

  describe.each(['scan', 'base'] as const)('(%s)', (kind) => {
    cameraCases(kind)
    gripCases(kind)
  })
  describe('(scan)', () => {
    scanCases()
  })
  describe('(base)', () => {
    baseCases()
  })
})
