import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('keeps the colours of the scale of a legend where the device draws with colours of its own', () => {
  const css = readFileSync(new URL('./pane-frame.module.css', import.meta.url), 'utf8')
  expect(/^\.scale \{[^}]*\}/m.exec(css)?.[0]).toContain('forced-color-adjust: none')
})
