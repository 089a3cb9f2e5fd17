/** Which keys a page has: those of lists, of the map viewer, of the navigator, of what opens without an account. */
export type KeyPage = 'lists' | 'viewer' | 'navigator' | 'public'

/** A key by the name that its text has, or the sign that stands on it. */
export type KeyName = 'arrows' | 'home' | 'end' | 'ctrl' | 'alt' | 'enter' | 'escape' | 'backspace'
/** Keys that are pressed together. */
export type Chord = readonly (KeyName | { readonly sign: string })[]

export type KeyAction =
  | 'find'
  | 'navigation'
  | 'notice'
  | 'close'
  | 'help'
  | 'rate'
  | 'rows'
  | 'pan'
  | 'zoom'
  | 'turn'
  | 'fit'
  | 'outlines'
  | 'box'
  | 'boxOfView'
  | 'band'
  | 'panes'
  | 'place'
  | 'measure'
  | 'measurePoint'
  | 'slider'

export interface KeyGroup {
  readonly name: 'everywhere' | 'maps' | 'viewer' | 'list' | 'page'
  readonly rows: readonly (readonly [keys: readonly Chord[], action: KeyAction])[]
}

const sign = (of: string): Chord => [{ sign: of }]
const signs = (of: string): readonly Chord[] => Array.from(of, sign)

const HELP = [signs('?'), 'help'] as const
const EVERYWHERE: KeyGroup = {
  name: 'everywhere',
  rows: [
    [[...signs('/'), ['ctrl', { sign: 'K' }]], 'find'],
    [[['ctrl', { sign: 'B' }]], 'navigation'],
    [[sign('F6'), ['alt', { sign: 'T' }]], 'notice'],
    [[['escape']], 'close'],
    HELP,
  ],
}
const MAPS: KeyGroup = {
  name: 'maps',
  rows: [
    [[['arrows']], 'pan'],
    [signs('+−'), 'zoom'],
    [signs('[],.'), 'turn'],
    [[['home']], 'fit'],
  ],
}
const VIEWER: KeyGroup = {
  name: 'viewer',
  rows: [
    [signs('V'), 'outlines'],
    [signs('T'), 'band'],
    [signs('B'), 'box'],
    [[['enter']], 'boxOfView'],
    [signs('M'), 'measure'],
    [[['enter'], ['backspace']], 'measurePoint'],
    [signs('S'), 'panes'],
    [signs('C'), 'place'],
  ],
}

/** What the list of keys of a page names. */
export const KEY_GROUPS: Readonly<Record<KeyPage, readonly KeyGroup[]>> = {
  lists: [EVERYWHERE, { name: 'list', rows: [[signs('12345'), 'rate']] }],
  viewer: [
    EVERYWHERE,
    MAPS,
    VIEWER,
    {
      name: 'list',
      rows: [
        [[['arrows'], ['home'], ['end']], 'rows'],
        [signs('12345'), 'rate'],
      ],
    },
  ],
  navigator: [EVERYWHERE, MAPS],
  public: [MAPS, { name: 'page', rows: [[[['arrows']], 'slider'], HELP] }],
}
