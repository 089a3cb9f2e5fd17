import type { Texture } from '@luma.gl/core'

/** Uniforms of all marks; colours are straight RGBA, 0 to 1. */
export type MarkUniforms = {
  readonly verdigris: readonly number[]
  readonly vermilion: readonly number[]
  readonly orange: readonly number[]
  readonly ultramarine: readonly number[]
  /** Number on a filled disc. */
  readonly onFill: readonly number[]
  readonly amber: readonly number[]
  readonly digitTexture: Texture
}

/** Bits of a mark's look. */
export const MARK = { hollow: 1, suspect: 2, cross: 4, glow: 8 } as const

/** Fill by index. */
export const MARK_COLOUR = { verdigris: 0, vermilion: 1, orange: 2, ultramarine: 3 } as const

/** How far a mark reaches beyond its radius, CSS px: glow and notch; above a cross stands the number. */
const REACH = 8
const CROSS_REACH = 20

/** Radius of a mark whose neighbours are too near, and of one that is to be noticed all the same, CSS px. */
const DOT = 4
const NOTICED_DOT = 6
/** Discs stand apart by twice this, CSS px; below this radius a mark is a dot without a number. */
const HALF_SPACING = 12

/** Digits a row of the texture; glyph in red, its halo in green. */
export const DIGITS = 10

const block = /* glsl */ `\
layout(std140) uniform markUniforms {
  vec4 verdigris;
  vec4 vermilion;
  vec4 orange;
  vec4 ultramarine;
  vec4 onFill;
  vec4 amber;
} mark;
`

/** luma.gl's description of the uniforms above. */
export const markModule = {
  name: 'mark',
  vs: block,
  fs: block,
  uniformTypes: {
    verdigris: 'vec4<f32>',
    vermilion: 'vec4<f32>',
    orange: 'vec4<f32>',
    ultramarine: 'vec4<f32>',
    onFill: 'vec4<f32>',
    amber: 'vec4<f32>',
  },
} as const

export const markVertexShader = /* glsl */ `\
#version 300 es
#define SHADER_NAME mark-vertex
in vec2 corner;
in vec4 markPosition;
in vec4 look;
in float spacing;
out vec2 vPx;
flat out vec4 vLook;

void main(void) {
  // No larger than needed: hundreds of squares are drawn each frame.
  bool cross = (int(look.z) & ${MARK.cross}) != 0;
  vec4 centre = project_position_to_clipspace(vec3(markPosition.xy, 0.0), vec3(markPosition.zw, 0.0), vec3(0.0));
  float radius = look.x;
  if (spacing >= 0.0) {
    vec4 beside = project_position_to_clipspace(vec3(markPosition.xy, 0.0), vec3(markPosition.zw + vec2(spacing, 0.0), 0.0), vec3(0.0));
    vec2 pxPerClip = project.viewportSize / project.devicePixelRatio * 0.5;
    float spacingPx = length((beside.xy / beside.w - centre.xy / centre.w) * pxPerClip);
    // Either a disc with its number or a dot: sizes in between would look like a meaning.
    if (spacingPx < ${2 * HALF_SPACING}.0) radius = (int(look.z) & ${MARK.suspect}) != 0 ? ${NOTICED_DOT}.0 : ${DOT}.0;
  }
  vPx = corner * (radius + (cross ? ${CROSS_REACH}.0 : ${REACH}.0));
  vLook = vec4(radius, radius < ${HALF_SPACING}.0 ? 0.0 : look.y, look.zw);
  gl_Position = centre + vec4(project_pixel_size_to_clipspace(vPx), 0.0, 0.0);
}
`

/**
 * One mark is one square whose fragment draws disc, ring, hairline, number, notch and cross by their distances, so that
 * a mark covers its neighbours whole and not ring by ring. Output is premultiplied.
 */
export const markFragmentShader = /* glsl */ `\
#version 300 es
#define SHADER_NAME mark-fragment
precision highp float;
uniform sampler2D digitTexture;
in vec2 vPx;
flat in vec4 vLook;
out vec4 fragColor;

vec4 result = vec4(0.0);

void over(vec3 colour, float alpha) {
  result = vec4(colour * alpha, alpha) + result * (1.0 - alpha);
}

float cover(float distance) {
  return 1.0 - smoothstep(-0.5, 0.5, distance / fwidth(vPx.x));
}

float box(vec2 at, vec2 halfSize) {
  vec2 d = abs(at) - halfSize;
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

vec2 digits(float number, vec2 centre, float size) {
  float count = number >= 100.0 ? 3.0 : number >= 10.0 ? 2.0 : 1.0;
  float advance = size * 0.62;
  vec2 at = (vPx - centre) / vec2(advance, size * 1.2) + vec2(count * 0.5, 0.5);
  if (at.x < 0.0 || at.x >= count || at.y < 0.0 || at.y >= 1.0) return vec2(0.0);
  float column = count - 1.0 - floor(at.x);
  float digit = mod(floor(number / pow(10.0, column) + 0.001), 10.0);
  vec2 cell = vec2((digit + fract(at.x)) / ${DIGITS}.0, 1.0 - at.y);
  return textureLod(digitTexture, cell, 0.0).rg;
}

void main(void) {
  float radius = vLook.x;
  float number = vLook.y;
  int flags = int(vLook.z);
  int colour = int(vLook.w);
  bool hollow = (flags & ${MARK.hollow}) != 0;
  bool cross = (flags & ${MARK.cross}) != 0;
  vec3 fill = colour == 1 ? mark.vermilion.rgb : colour == 2 ? mark.orange.rgb
    : colour == 3 ? mark.ultramarine.rgb : mark.verdigris.rgb;
  vec3 dark = vec3(0.06, 0.07, 0.09);
  vec3 white = vec3(1.0);
  float d = length(vPx);
  // On a small disc the ring must not eat the fill.
  float ring = clamp(radius / 6.0, 1.2, 2.0);

  if ((flags & ${MARK.glow}) != 0) over(fill, 0.45 * cover(d - radius - 5.0) * (1.0 - cover(d - radius)));
  over(dark, 0.75 * cover(d - radius - 1.0) * (cross ? 1.0 - cover(d - radius + 3.5) : 1.0));
  over(white, cover(d - radius) * (cross ? 1.0 - cover(d - radius + 2.5) : 1.0));
  if (cross) {
    over(fill, cover(d - radius + 1.0) * (1.0 - cover(d - radius + 3.5)));
    over(fill, 0.12 * cover(d - radius + 3.5));
    float arms = min(box(vPx, vec2(7.0, 0.5)), box(vPx, vec2(0.5, 7.0)));
    over(white, 0.9 * cover(arms - 1.0));
    over(dark, cover(arms));
  } else if (hollow) {
    over(fill, cover(d - radius + 0.75 * ring) * (1.0 - cover(d - radius + 2.0 * ring)));
  } else {
    over(fill, cover(d - radius + ring));
  }

  if (number > 0.5) {
    vec2 centre = cross ? vec2(0.0, radius + 10.0) : vec2(0.0);
    float size = number >= 100.0 ? 9.5 : 12.0;
    vec2 ink = digits(number, centre, size);
    if (cross) over(dark, 0.85 * ink.g);
    over(cross ? white : hollow ? mix(fill, dark, 0.65) : mark.onFill.rgb, ink.r);
  }
  if ((flags & ${MARK.suspect}) != 0) {
    float size = clamp(radius / 12.0, 0.7, 1.0);
    vec2 sign = (vPx - vec2(0.74 * radius)) / size;
    float notch = length(sign) - 5.0;
    over(dark, cover((notch - 1.0) * size));
    over(mark.amber.rgb, cover(notch * size));
    float bar = min(box(sign - vec2(0.0, 1.0), vec2(0.4, 1.6)), length(sign + vec2(0.0, 2.4)) - 0.6);
    over(dark, cover((bar - 0.3) * size));
  }
  if (result.a < 0.004) discard;
  fragColor = result;
}
`
