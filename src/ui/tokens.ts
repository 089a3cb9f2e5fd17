/**
 * The colours of the product, one set a theme. The CSS variable of a token is `--p-NAME`; marks drawn on a canvas take
 * the hexadecimal value from here. `on…` is the colour of text standing on a surface of that colour.
 */
export interface ColourTokens {
  /** The page. */
  readonly paper: string
  /** Cards, bars, dialogs. */
  readonly surface: string
  /** A surface under the pointer or pressed in. */
  readonly sunken: string
  readonly ink: string
  /** Second-rank text. */
  readonly muted: string
  /** Hairlines between things; carries no meaning. */
  readonly line: string
  /** Borders of fields and other controls: 3:1 against surface and paper. */
  readonly edge: string
  /** Primary. */
  readonly verdigris: string
  readonly onVerdigris: string
  /** Selected, destructive, hovered. */
  readonly vermilion: string
  readonly onVermilion: string
  /** Selected outline, rating. */
  readonly gold: string
  /** Other outlines, links. */
  readonly ultramarine: string
  /** Status: beware. Never without an icon and a word. */
  readonly amber: string
  /** Status: done. */
  readonly green: string
  /** Status: failed. */
  readonly red: string
}

export type ThemeName = 'light' | 'dark'

export const TOKENS: Record<ThemeName, ColourTokens> = {
  light: {
    paper: '#F7F3EA',
    surface: '#FFFFFF',
    sunken: '#F1EBDD',
    ink: '#1C2028',
    muted: '#5A6270',
    line: '#E2DBCB',
    edge: '#857E70',
    verdigris: '#1F6F6B',
    onVerdigris: '#FFFFFF',
    vermilion: '#C23B22',
    onVermilion: '#FFFFFF',
    gold: '#B07A12',
    ultramarine: '#2B4C9B',
    amber: '#8A5A00',
    green: '#2C6B33',
    red: '#B3261E',
  },
  dark: {
    paper: '#15171C',
    surface: '#1D2026',
    sunken: '#282C34',
    ink: '#ECE8DF',
    muted: '#A3A9B4',
    line: '#31353E',
    edge: '#737A87',
    verdigris: '#5CC2B8',
    onVerdigris: '#15171C',
    vermilion: '#FF7A5C',
    onVermilion: '#15171C',
    gold: '#E5B94E',
    ultramarine: '#8FB0FF',
    amber: '#F0B44C',
    green: '#7CCB83',
    red: '#FF8A80',
  },
}

/** Name of a token's CSS variable: `onVerdigris` → `--p-on-verdigris`. */
export function tokenVariable(token: keyof ColourTokens): `--p-${string}` {
  return `--p-${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** All tokens of a theme as CSS variables. */
export function tokenVariables(theme: ThemeName): Record<string, string> {
  const tokens = Object.keys(TOKENS[theme]) as (keyof ColourTokens)[]
  return Object.fromEntries(tokens.map((token) => [tokenVariable(token), TOKENS[theme][token]]))
}

/** Families of letters: of everything, and of names and page titles. */
export const FONTS = {
  text: "'Inter Variable', 'Inter Variable Fallback', system-ui, sans-serif",
  title: "'Fraunces Variable', 'Fraunces Variable Fallback', Georgia, serif",
} as const

/** The shadow of what floats over a map. */
const SHADOWS: Record<ThemeName, string> = {
  light: '0 4px 16px rgb(28 32 40 / 18%)',
  dark: '0 4px 20px rgb(0 0 0 / 55%)',
}

/** All variables of a theme, those that no theme changes among them. */
export function themeVariables(theme: ThemeName): Record<string, string> {
  return {
    '--p-font-title': FONTS.title,
    '--p-font-text': FONTS.text,
    '--p-shadow': SHADOWS[theme],
    ...tokenVariables(theme),
  }
}
