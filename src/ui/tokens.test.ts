import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TOKENS, tokenVariable, type ColourTokens, type ThemeName } from './tokens.ts'

/** Contrast ratio of two `#RRGGBB` colours (WCAG 2.2, relative luminance of sRGB). */
function contrast(first: string, second: string): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const TEXT: (keyof ColourTokens)[] = [
  'ink',
  'muted',
  'verdigris',
  'vermilion',
  'ultramarine',
  'amber',
  'green',
  'red',
]
const GROUNDS: (keyof ColourTokens)[] = ['paper', 'surface']
const THEMES: ThemeName[] = ['light', 'dark']

describe.each(THEMES)('the %s theme', (theme) => {
  const tokens = TOKENS[theme]

  it.each(TEXT.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
    'shows %s on %s with at least 4.5:1',
    (text, ground) => expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5),
  )

  it('shows text on sunken ground and on filled buttons with at least 4.5:1', () => {
    expect(contrast(tokens.ink, tokens.sunken)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens.muted, tokens.sunken)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens.onVerdigris, tokens.verdigris)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens.onVermilion, tokens.vermilion)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(GROUNDS)('shows the edge of a control and a gold mark on %s with at least 3:1', (ground) => {
    expect(contrast(tokens.edge, tokens[ground])).toBeGreaterThanOrEqual(3)
    expect(contrast(tokens.gold, tokens[ground])).toBeGreaterThanOrEqual(3)
  })

  it('has the same paper before the program has started', () => {
    const css = readFileSync(new URL('./global.css', import.meta.url), 'utf8')
    expect(css).toContain(`--boot-paper: ${tokens.paper.toLowerCase()};`)
  })
})

describe('token variables', () => {
  it('are written in kebab case', () => expect(tokenVariable('onVerdigris')).toBe('--p-on-verdigris'))
})
