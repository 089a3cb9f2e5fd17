import type { Texture } from '@luma.gl/core'

/** Uniforms and textures of one batch. */
export type WarpUniforms = {
  /** Grid node (0, 0) in deck.gl's common space as two floats a coordinate: high x, high y, low x, low y. */
  readonly origin: readonly number[]
  /** Grid box `[minI, minJ, maxI, maxJ]`; fragments outside (or inside, see `keepOutside`) are dropped. */
  readonly clip: readonly number[]
  /** Image box of the tile, px: `[minX, minY, maxX, maxY]`, the upper ends excluded. */
  readonly tile: readonly number[]
  /** The texture drawn with: its position in px of its own level (x, y) and its size (width, height). */
  readonly source: readonly number[]
  /** Common units a grid unit, px of the texture's level a scan px, opacity, number of mask edges. */
  readonly scales: readonly number[]
  /** The lens by `lensUniform`; then 1 to keep what lies outside `clip` instead. */
  readonly within: readonly number[]
  /** The paper's red, green and blue; then how far from it a colour is left out, of `OverlayLook`. */
  readonly paper: readonly number[]
  /** Red, green and blue of what is drawn; then 1, or 0 where it is drawn as it was scanned. */
  readonly ink: readonly number[]
  readonly tileTexture: Texture
  /** Edges of the mask, one a texel: x0, y0, x1, y1 in scan px. */
  readonly maskTexture: Texture
}

/** Texels a row of the mask's texture. */
export const MASK_ROW = 256

const block = /* glsl */ `\
layout(std140) uniform warpUniforms {
  vec4 origin;
  vec4 clip;
  vec4 tile;
  vec4 source;
  vec4 scales;
  vec4 within;
  vec4 paper;
  vec4 ink;
} warp;
`

/** luma.gl's description of the uniforms above. */
export const warpModule = {
  name: 'warp',
  vs: block,
  fs: block,
  uniformTypes: {
    origin: 'vec4<f32>',
    clip: 'vec4<f32>',
    tile: 'vec4<f32>',
    source: 'vec4<f32>',
    scales: 'vec4<f32>',
    within: 'vec4<f32>',
    paper: 'vec4<f32>',
    ink: 'vec4<f32>',
  },
} as const

/**
 * High and low parts stay apart until deck.gl has taken off the camera's centre: a float32 sum would be off by many px
 * when zoomed in. What the grid adds is smaller than a view and goes with the low part.
 */
export const warpVertexShader = /* glsl */ `\
#version 300 es
#define SHADER_NAME warped-image-vertex
in uvec2 ij;
in vec2 imagePx;
out highp vec2 vGrid;
out highp vec2 vImage;

void main(void) {
  vGrid = vec2(ij);
  vImage = imagePx;
  vec3 low = vec3(warp.origin.zw + vGrid * warp.scales.x, 0.0);
  gl_Position = project_position_to_clipspace(vec3(warp.origin.xy, 0.0), low, vec3(0.0));
}
`

/**
 * The texture is premultiplied, so opacity multiplies all four. Texture coordinates come from powers of two, never from
 * ratios of the levels' sizes, which are floored.
 */
export const warpFragmentShader = /* glsl */ `\
#version 300 es
#define SHADER_NAME warped-image-fragment
precision highp float;
uniform sampler2D tileTexture;
uniform highp sampler2D maskTexture;
in highp vec2 vGrid;
in highp vec2 vImage;
out vec4 fragColor;
const float SOFT = 0.05;

bool isMasked(vec2 point) {
  bool inside = false;
  int count = int(warp.scales.w);
  for (int i = 0; i < count; i++) {
    vec4 edge = texelFetch(maskTexture, ivec2(i % ${MASK_ROW}, i / ${MASK_ROW}), 0);
    if ((edge.y > point.y) != (edge.w > point.y)) {
      float x = edge.x + (point.y - edge.y) / (edge.w - edge.y) * (edge.z - edge.x);
      if (point.x < x) inside = !inside;
    }
  }
  return !inside;
}

/** How much of a fragment lies in the lens, whose edge is one px soft. */
float inLens() {
  if (warp.within.z == 0.0) return 1.0;
  if (warp.within.z < -2.5)
    return clamp(distance(gl_FragCoord.xy, warp.within.xy) + 3.0 + warp.within.z + 0.5, 0.0, 1.0);
  if (warp.within.z < 0.0) {
    float left = clamp(warp.within.x - gl_FragCoord.x + 0.5, 0.0, 1.0);
    return warp.within.z < -1.5 ? 1.0 - left : left;
  }
  return clamp(warp.within.z - distance(gl_FragCoord.xy, warp.within.xy) + 0.5, 0.0, 1.0);
}

/** A premultiplied colour without the paper, and in one ink. */
vec4 asLooked(vec4 colour) {
  if (colour.a == 0.0 || (warp.paper.w == 0.0 && warp.ink.w == 0.0)) return colour;
  vec3 seen = colour.rgb / colour.a;
  // Half a step of softness on either side: letters keep their smooth edges.
  float away = distance(seen, warp.paper.rgb) / ${Math.sqrt(3).toFixed(6)};
  float kept = warp.paper.w == 0.0 ? 1.0 : smoothstep(max(warp.paper.w - SOFT, 0.0), warp.paper.w + SOFT, away);
  if (warp.ink.w == 0.0) return colour * kept;
  vec3 taken = (warp.paper.rgb - seen) / max(warp.paper.rgb, vec3(SOFT));
  float amount = clamp(max(taken.r, max(taken.g, taken.b)), 0.0, 1.0);
  return vec4(warp.ink.rgb, 1.0) * amount * kept * colour.a;
}

void main(void) {
  bool within = all(greaterThanEqual(vGrid, warp.clip.xy)) && all(lessThan(vGrid, warp.clip.zw));
  if (within == (warp.within.w > 0.5)) discard;
  float shown = inLens();
  if (shown == 0.0) discard;
  if (any(lessThan(vImage, warp.tile.xy)) || any(greaterThanEqual(vImage, warp.tile.zw))) discard;
  if (warp.scales.w > 0.5 && isMasked(vImage)) discard;
  vec2 uv = (vImage * warp.scales.y - warp.source.xy) / warp.source.zw;
  fragColor = asLooked(textureLod(tileTexture, uv, 0.0)) * warp.scales.z * shown;
}
`
