import { Layer, project32 } from '@deck.gl/core'
import type { DefaultProps, UpdateParameters } from '@deck.gl/core'
import { Buffer } from '@luma.gl/core'
import { Model } from '@luma.gl/engine'

export interface ArrowLayerProps {
  /** `[fromX, fromY, toX, toY] * n` in the layer's space (common over a map, scan px over a scan). */
  readonly arrows: Float64Array
  /** 0 to 255. */
  readonly colour: readonly [number, number, number, number]
  /** CSS px. */
  readonly widthPx: number
  /** By how much the outline grows on every side, CSS px: for a casing beneath. */
  readonly growPx: number
}

interface ArrowState {
  model: Model
  buffer: Buffer | null
  [key: string]: unknown
}

const FLOATS = 8
const HEAD_PX = 8

const block = /* glsl */ `\
layout(std140) uniform arrowUniforms {
  vec4 colour;
  float widthPx;
  float growPx;
} arrow;
`

const arrowModule = {
  name: 'arrow',
  vs: block,
  fs: block,
  uniformTypes: { colour: 'vec4<f32>', widthPx: 'f32', growPx: 'f32' },
} as const

const vertexShader = /* glsl */ `\
#version 300 es
#define SHADER_NAME arrow-vertex
in vec3 corner;
in vec4 start;
in vec4 end;

void main(void) {
  vec4 from = project_position_to_clipspace(vec3(start.xy, 0.0), vec3(start.zw, 0.0), vec3(0.0));
  vec4 to = project_position_to_clipspace(vec3(end.xy, 0.0), vec3(end.zw, 0.0), vec3(0.0));
  vec2 pxPerClip = project.viewportSize / project.devicePixelRatio * 0.5;
  vec2 way = (to.xy / to.w - from.xy / from.w) * pxPerClip;
  float len = length(way);
  vec2 along = len > 0.0 ? way / len : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float head = min(${HEAD_PX}.0, len);
  float grow = arrow.growPx;
  float at = corner.x < 0.5 ? -grow : corner.x < 1.5 ? len - head * 0.6 : corner.x < 2.5 ? len - head - grow : len + 2.0 * grow;
  float wide = corner.x > 1.5 ? (head * 0.5 + 1.5 * grow) * corner.z : arrow.widthPx * 0.5 + grow;
  vec2 offset = along * at + across * corner.y * wide;
  gl_Position = from + vec4(offset / pxPerClip * from.w, 0.0, 0.0);
}
`

const fragmentShader = /* glsl */ `\
#version 300 es
#define SHADER_NAME arrow-fragment
precision highp float;
out vec4 fragColor;

void main(void) {
  fragColor = vec4(arrow.colour.rgb * arrow.colour.a, arrow.colour.a);
}
`

/** Where along (0 start, 1 neck, 2 head's foot, 3 tip), side, and whether it is as broad as the head. */
const CORNERS = new Float32Array(
  [
    [0, -1, 0], [0, 1, 0], [1, 1, 0], [0, -1, 0], [1, 1, 0], [1, -1, 0],
    [2, -1, 1], [2, 1, 1], [3, 0, 1],
  ].flat(),
) // prettier-ignore

const defaultProps: DefaultProps<ArrowLayerProps> = {
  arrows: { type: 'object', value: new Float64Array(), compare: false },
  colour: { type: 'object', value: [0, 0, 0, 255] as const, compare: false },
  widthPx: 2,
  growPx: 0,
}

/** Arrows with heads of a fixed size in CSS px; shorter ones shrink to their head. */
export class ArrowLayer extends Layer<ArrowLayerProps> {
  static override layerName = 'ArrowLayer'
  static override defaultProps = defaultProps

  declare state: ArrowState

  protected override _getAttributeManager() {
    return null
  }

  override getModels(): Model[] {
    return this.state?.model ? [this.state.model] : []
  }

  override initializeState() {
    const { device } = this.context
    const model = new Model(device, {
      id: this.id,
      vs: vertexShader,
      fs: fragmentShader,
      modules: [project32, arrowModule],
      bufferLayout: [
        { name: 'corner', format: 'float32x3' },
        {
          name: 'instances',
          stepMode: 'instance',
          byteStride: FLOATS * Float32Array.BYTES_PER_ELEMENT,
          attributes: [
            { attribute: 'start', format: 'float32x4', byteOffset: 0 },
            { attribute: 'end', format: 'float32x4', byteOffset: 16 },
          ],
        },
      ],
      attributes: { corner: device.createBuffer({ usage: Buffer.VERTEX, data: CORNERS }) },
      topology: 'triangle-list',
      vertexCount: CORNERS.length / 3,
      isInstanced: true,
      disableWarnings: true,
    })
    this.setState({ model, buffer: null })
  }

  override updateState({ props, oldProps }: UpdateParameters<this>) {
    if (props.arrows !== oldProps.arrows) this.#write()
  }

  override finalizeState() {
    this.state.model.destroy()
    this.state.buffer?.destroy()
  }

  override draw() {
    const { model, buffer } = this.state
    const { arrows, colour, widthPx, growPx } = this.props
    if (!buffer || arrows.length === 0) return
    model.shaderInputs.setProps({ arrow: { colour: colour.map((part) => part / 255), widthPx, growPx } })
    model.setInstanceCount(arrows.length / 4)
    model.draw(this.context.renderPass)
  }

  #write() {
    const { arrows } = this.props
    const data = new Float32Array(Math.max(1, arrows.length / 4) * FLOATS)
    for (let at = 0; at < arrows.length; at += 2) {
      const [x = 0, y = 0] = arrows.subarray(at, at + 2)
      const [highX, highY] = [Math.fround(x), Math.fround(y)]
      data.set([highX, highY, x - highX, y - highY], at * 2)
    }
    this.state.buffer?.destroy()
    this.state.buffer = this.context.device.createBuffer({ usage: Buffer.VERTEX, data })
    this.state.model.setAttributes({ instances: this.state.buffer })
  }
}
