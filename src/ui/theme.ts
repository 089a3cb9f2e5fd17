import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type PopoverProps,
} from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { createElement } from 'react'
import { FONTS, themeVariables, TOKENS } from './tokens.ts'

/** A tuple of ten equal references: Mantine asks for shades, the tokens change with the theme themselves. */
function tokenColour(variable: string): MantineColorsTuple {
  const shade = `var(${variable})`
  return [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade]
}

/** Two items of a menu: where there is no room at all, they can still be reached. */
const LEAST_HEIGHT_PX = 96
/** Nothing that opens is higher than the room beside its button: in a low window it scrolls (`global.css`). */
const WITHIN_WINDOW: NonNullable<PopoverProps['middlewares']> = {
  size: {
    padding: 5,
    apply: ({ availableHeight, elements }) => {
      elements.floating.style.maxHeight = `${Math.max(LEAST_HEIGHT_PX, availableHeight)}px`
    },
  },
}

export const theme = createTheme({
  primaryColor: 'verdigris',
  colors: {
    verdigris: tokenColour('--p-verdigris'),
    vermilion: tokenColour('--p-vermilion'),
    gold: tokenColour('--p-gold'),
    ultramarine: tokenColour('--p-ultramarine'),
    amber: tokenColour('--p-amber'),
    green: tokenColour('--p-green'),
    red: tokenColour('--p-red'),
    // Mantine's own neutrals in our warm and cool greys: fields, tracks, borders it draws by shade.
    gray: [
      '#FAF7F0',
      TOKENS.light.sunken,
      TOKENS.light.line,
      '#D3CAB6',
      TOKENS.light.edge,
      '#6F695D',
      TOKENS.light.muted,
      '#454B57',
      '#2F343E',
      TOKENS.light.ink,
    ],
    dark: [
      TOKENS.dark.ink,
      '#C9CCD2',
      TOKENS.dark.muted,
      '#8B919C',
      TOKENS.dark.edge,
      TOKENS.dark.sunken,
      TOKENS.dark.surface,
      TOKENS.dark.paper,
      '#101216',
      '#0B0C0F',
    ],
  },
  fontFamily: FONTS.text,
  headings: { fontFamily: FONTS.title, fontWeight: '560' },
  defaultRadius: 8,
  radius: { md: '8px', lg: '12px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  shadows: { md: 'var(--p-shadow)' },
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    if (input.variant !== 'filled') return colours
    const ground = input.color === 'vermilion' || input.color === 'red' ? 'vermilion' : 'verdigris'
    return {
      ...colours,
      background: `var(--p-${ground})`,
      hover: `color-mix(in oklab, var(--p-${ground}), var(--p-ink) 12%)`,
      color: `var(--p-on-${ground})`,
    }
  },
  components: {
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, multiline: true } },
    Modal: { defaultProps: { centered: true, radius: 12 } },
    Popover: { defaultProps: { shadow: 'md', radius: 12, middlewares: WITHIN_WINDOW } },
    // The focus goes to the first item: an extra focusable child is none of a menu's.
    Menu: { defaultProps: { shadow: 'md', radius: 12, withInitialFocusPlaceholder: false } },
    // What floats stands within the page's main landmark, where screen readers look for it.
    Portal: { defaultProps: { target: '#content' } },
    CloseButton: { defaultProps: { icon: createElement(IconX, { size: 20, stroke: 1.75 }) } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 36 } },
  },
})

/** What a theme says in Mantine's own variables; each refers to a token, so that both themes share the text. */
const MANTINE_BY_TOKEN = {
  '--mantine-color-body': 'var(--p-paper)',
  '--mantine-color-text': 'var(--p-ink)',
  '--mantine-color-bright': 'var(--p-ink)',
  '--mantine-color-dimmed': 'var(--p-muted)',
  '--mantine-color-placeholder': 'var(--p-muted)',
  '--mantine-color-anchor': 'var(--p-ultramarine)',
  '--mantine-color-error': 'var(--p-red)',
  '--mantine-color-success': 'var(--p-green)',
  '--mantine-color-default': 'var(--p-surface)',
  '--mantine-color-default-hover': 'var(--p-sunken)',
  '--mantine-color-default-color': 'var(--p-ink)',
  '--mantine-color-default-border': 'var(--p-edge)',
  '--mantine-color-disabled': 'var(--p-sunken)',
  '--mantine-color-disabled-color': 'var(--p-muted)',
  '--mantine-color-disabled-border': 'var(--p-line)',
  '--mantine-primary-color-contrast': 'var(--p-on-verdigris)',
} as const

function colourVariables(): Record<string, string> {
  const names = ['verdigris', 'vermilion', 'gold', 'ultramarine', 'amber', 'green', 'red']
  return Object.fromEntries(
    names.flatMap((name) => [
      [`--mantine-color-${name}-text`, `var(--p-${name})`],
      [`--mantine-color-${name}-filled`, `var(--p-${name})`],
      [`--mantine-color-${name}-filled-hover`, `color-mix(in oklab, var(--p-${name}), var(--p-ink) 12%)`],
      [`--mantine-color-${name}-light`, `color-mix(in oklab, var(--p-${name}) 12%, var(--p-surface))`],
      [`--mantine-color-${name}-light-hover`, `color-mix(in oklab, var(--p-${name}) 20%, var(--p-surface))`],
      [`--mantine-color-${name}-light-color`, `var(--p-ink)`],
      [`--mantine-color-${name}-outline`, `var(--p-${name})`],
      [`--mantine-color-${name}-outline-hover`, `color-mix(in oklab, var(--p-${name}) 10%, transparent)`],
    ]),
  )
}

/** Puts the tokens and what Mantine derives from them on `:root`, once a theme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...themeVariables('light'),
    ...MANTINE_BY_TOKEN,
    ...colourVariables(),
  },
  dark: {
    ...themeVariables('dark'),
    ...MANTINE_BY_TOKEN,
    ...colourVariables(),
  },
})
