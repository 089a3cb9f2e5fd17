import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('keeps the colours of the inks of a map where the device draws with colours of its own', () => {
  const css = readFileSync(new URL('./look-tools.module.css', import.meta.url), 'utf8')
  expect(/^\.ink \{[^}]*\}/m.exec(css)?.[0]).toContain('forced-color-adjust: none')
})
