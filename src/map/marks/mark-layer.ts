import { Layer, project32 } from '@deck.gl/core'
import type { DefaultProps, UpdateParameters } from '@deck.gl/core'
import { Buffer } from '@luma.gl/core'
import type { Texture } from '@luma.gl/core'
import { Model } from '@luma.gl/engine'
import type { PaneTheme } from '../pane-props.ts'
import { createDigitTexture, digitFontReady } from './digit-texture.ts'
import { MARK_PALETTE } from './mark-palette.ts'
import { markFragmentShader, markModule, markVertexShader } from './mark-shader.ts'
import type { MarkUniforms } from './mark-shader.ts'

/** One mark to draw, the last on top. */
export interface DrawnMark {
  /** In deck.gl's common space over a map, in scan px over a scan. */
  readonly position: readonly [x: number, y: number]
  readonly radius: number
  /**
   * Distance to the nearest other mark, in the units of `position`: where that is less than the disc takes on the screen, it
   * shrinks to a dot without a number. Infinite: it never does.
   */
  readonly spacing: number
  /** 0: none. */
  readonly number: number
  /** Sum of `MARK`. */
  readonly flags: number
  /** One of `MARK_COLOUR`. */
  readonly colour: number
}

export interface MarkLayerProps {
  readonly marks: readonly DrawnMark[]
  readonly theme: PaneTheme
}

interface MarkState {
  model: Model
  digits: Texture
  buffer: Buffer | null
  [key: string]: unknown
}

const FLOATS = 9
/** Stands for an infinite spacing. */
const NO_LIMIT = -1

const defaultProps: DefaultProps<MarkLayerProps> = {
  marks: { type: 'array', value: [], compare: false },
  theme: 'light',
}

/** Control points and their like: discs of a fixed size in CSS px at exact positions. */
export class MarkLayer extends Layer<MarkLayerProps> {
  static override layerName = 'MarkLayer'
  static override defaultProps = defaultProps

  declare state: MarkState

  protected override _getAttributeManager() {
    return null
  }

  override getModels(): Model[] {
    return this.state?.model ? [this.state.model] : []
  }

  override initializeState() {
    const { device } = this.context
    const corners = device.createBuffer({
      usage: Buffer.VERTEX,
      data: new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]),
    })
    const model = new Model(device, {
      id: this.id,
      vs: markVertexShader,
      fs: markFragmentShader,
      modules: [project32, markModule],
      bufferLayout: [
        { name: 'corner', format: 'float32x2' },
        {
          name: 'instances',
          stepMode: 'instance',
          byteStride: FLOATS * Float32Array.BYTES_PER_ELEMENT,
          attributes: [
            { attribute: 'markPosition', format: 'float32x4', byteOffset: 0 },
            { attribute: 'look', format: 'float32x4', byteOffset: 16 },
            { attribute: 'spacing', format: 'float32', byteOffset: 32 },
          ],
        },
      ],
      attributes: { corner: corners },
      topology: 'triangle-strip',
      vertexCount: 4,
      isInstanced: true,
      disableWarnings: true,
    })
    this.setState({ model, digits: createDigitTexture(device), buffer: null })
    void digitFontReady().then(() => {
      const layer = this.getCurrentLayer() as this | null
      if (!layer?.internalState) return
      layer.state.digits.destroy()
      layer.setState({ digits: createDigitTexture(layer.context.device) })
    })
  }

  override updateState({ props, oldProps }: UpdateParameters<this>) {
    if (props.marks !== oldProps.marks) this.#write()
  }

  override finalizeState() {
    this.state.model.destroy()
    this.state.digits.destroy()
    this.state.buffer?.destroy()
  }

  override draw() {
    const { model, digits, buffer } = this.state
    if (!buffer || this.props.marks.length === 0) return
    const uniforms: MarkUniforms = { ...MARK_PALETTE[this.props.theme], digitTexture: digits }
    model.shaderInputs.setProps({ mark: uniforms })
    model.setInstanceCount(this.props.marks.length)
    model.draw(this.context.renderPass)
  }

  #write() {
    const { marks } = this.props
    const data = new Float32Array(Math.max(1, marks.length) * FLOATS)
    marks.forEach(({ position: [x, y], radius, number, flags, colour, spacing }, at) => {
      const [highX, highY] = [Math.fround(x), Math.fround(y)]
      const limit = Number.isFinite(spacing) ? spacing : NO_LIMIT
      data.set([highX, highY, x - highX, y - highY, radius, number, flags, colour, limit], at * FLOATS)
    })
    const { buffer, model } = this.state
    if (buffer && buffer.byteLength >= data.byteLength) return buffer.write(data)
    buffer?.destroy()
    const next = this.context.device.createBuffer({ usage: Buffer.VERTEX, byteLength: data.byteLength * 2 })
    next.write(data)
    model.setAttributes({ instances: next })
    this.state.buffer = next
  }
}
