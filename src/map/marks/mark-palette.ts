import type { PaneTheme } from '../pane-props.ts'

type Rgba = readonly [number, number, number, number]

/** "#RRGGBB" as straight RGBA, 0 to 1. */
const rgba = (hex: string): Rgba => [
  Number.parseInt(hex.slice(1, 3), 16) / 255,
  Number.parseInt(hex.slice(3, 5), 16) / 255,
  Number.parseInt(hex.slice(5, 7), 16) / 255,
  1,
]

/** Colours of what is drawn over maps, as hexadecimal. */
export const MAP_COLOURS = {
  light: {
    verdigris: '#1F6F6B',
    vermilion: '#C23B22',
    orange: '#D9660B',
    ultramarine: '#2B4C9B',
    gold: '#B07A12',
    onFill: '#FFFFFF',
    amber: '#F0A81C',
    yellow: '#FFD83D',
    ink: '#1C2028',
  },
  dark: {
    verdigris: '#5CC2B8',
    vermilion: '#FF7A5C',
    orange: '#FF9A3D',
    ultramarine: '#8FB0FF',
    gold: '#E5B94E',
    onFill: '#10201F',
    amber: '#F5B83D',
    yellow: '#FFE066',
    ink: '#ECE8DF',
  },
} as const satisfies Record<PaneTheme, Record<string, string>>

/** The marks' uniforms of each theme. */
export const MARK_PALETTE = { light: paletteOf('light'), dark: paletteOf('dark') }

function paletteOf(theme: PaneTheme) {
  const { verdigris, vermilion, orange, ultramarine, onFill, amber } = MAP_COLOURS[theme]
  return {
    verdigris: rgba(verdigris),
    vermilion: rgba(vermilion),
    orange: rgba(orange),
    ultramarine: rgba(ultramarine),
    onFill: rgba(onFill),
    amber: rgba(amber),
  }
}

/** A colour as deck.gl's layers take it: 0 to 255, with an alpha. */
export function deckColour(hex: string, alpha = 255): [number, number, number, number] {
  const [r, g, b] = rgba(hex)
  return [r * 255, g * 255, b * 255, alpha]
}
