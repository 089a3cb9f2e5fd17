import type { LayerProps } from '@deck.gl/core'

const flat = {
  depthWriteEnabled: false,
  depthCompare: 'always',
  cullMode: 'none',
  blend: true,
  blendColorOperation: 'add',
  blendAlphaOperation: 'add',
  blendColorDstFactor: 'one-minus-src-alpha',
  blendAlphaSrcFactor: 'one',
  blendAlphaDstFactor: 'one-minus-src-alpha',
} as const

/**
 * Props of layers over a pane: positions as they are (common space over a map, scan px over a scan), drawn in their
 * order, never picked on the GPU. For layers of our own, whose colours are premultiplied.
 */
export const PREMULTIPLIED = {
  coordinateSystem: 'cartesian',
  pickable: false,
  parameters: { ...flat, blendColorSrcFactor: 'one' },
} as const satisfies Partial<LayerProps>

/** The same, multiplied with what lies beneath as far as it is opaque. */
export const MULTIPLIED = {
  ...PREMULTIPLIED,
  parameters: { ...flat, blendColorSrcFactor: 'dst' },
} as const satisfies Partial<LayerProps>

/** The same for deck.gl's own layers, whose colours are not. */
export const STRAIGHT = {
  coordinateSystem: 'cartesian',
  pickable: false,
  parameters: { ...flat, blendColorSrcFactor: 'src-alpha' },
} as const satisfies Partial<LayerProps>
