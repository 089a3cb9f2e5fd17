import type { SamplerProps } from '@luma.gl/core'

/** How a picture is read between its pixels: blended with its neighbours, and by its own rim beyond its edge. */
export const SMOOTH_SAMPLING: SamplerProps = {
  minFilter: 'linear',
  magFilter: 'linear',
  addressModeU: 'clamp-to-edge',
  addressModeV: 'clamp-to-edge',
}
