import { expect, it } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

it('follows only paths of our own after signing in', () => {
  expect(safeRedirect('/map-editor?mapId=7')).toBe('/map-editor?mapId=7')
  for (const target of [
    undefined,
    '',
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'main',
    '/login?redirect=x',
  ])
    expect(safeRedirect(target)).toBe('/main')
})
