import { project32 } from '@deck.gl/core'
import { Buffer } from '@luma.gl/core'
import type { Device } from '@luma.gl/core'
import { Model } from '@luma.gl/engine'
import type { WarpMesh } from '../../../workers/warp/warp-api.ts'
import { warpFragmentShader, warpModule, warpVertexShader } from './warp-shader.ts'

/** The buffers of one mesh and the program that draws them. */
export interface MeshModel {
  readonly model: Model
  /** Writes what has changed since the last mesh. */
  write(mesh: WarpMesh): void
  destroy(): void
}

export function createMeshModel(device: Device, id: string): MeshModel {
  const model = new Model(device, {
    id,
    vs: warpVertexShader,
    fs: warpFragmentShader,
    modules: [project32, warpModule],
    bufferLayout: [
      { name: 'ij', format: 'uint16x2' },
      { name: 'imagePx', format: 'float32x2' },
    ],
    topology: 'triangle-list',
    isInstanced: false,
    disableWarnings: true,
  })
  let shown: WarpMesh | null = null
  const ij = new GrowingBuffer(device, Buffer.VERTEX)
  const imagePx = new GrowingBuffer(device, Buffer.VERTEX)
  const index = new GrowingBuffer(device, Buffer.INDEX)
  return {
    model,
    write(mesh) {
      if (mesh === shown) return
      if (mesh.ij !== shown?.ij && ij.write(mesh.ij)) model.setAttributes({ ij: ij.buffer })
      if (imagePx.write(mesh.imagePx)) model.setAttributes({ imagePx: imagePx.buffer })
      if (index.write(mesh.index)) model.setIndexBuffer(index.buffer)
      shown = mesh
    },
    destroy() {
      model.destroy()
      for (const growing of [ij, imagePx, index]) growing.destroy()
    },
  }
}

/** A buffer that is written in place while it is large enough. */
class GrowingBuffer {
  readonly #device: Device
  readonly #usage: number
  #buffer: Buffer | null = null

  constructor(device: Device, usage: number) {
    this.#device = device
    this.#usage = usage
  }

  get buffer(): Buffer {
    if (!this.#buffer) throw new Error('the buffer has not been written')
    return this.#buffer
  }

  /** True when there is a new buffer to bind. */
  write(data: Uint16Array | Uint32Array | Float32Array): boolean {
    if (this.#buffer && data.byteLength <= this.#buffer.byteLength) {
      this.#buffer.write(data)
      return false
    }
    this.#buffer?.destroy()
    // Room for a mesh somewhat finer, so that the next does not ask for a buffer again.
    const byteLength = Math.max(1024, Math.ceil(data.byteLength * 1.5))
    this.#buffer = this.#device.createBuffer({ usage: this.#usage, byteLength, indexType: 'uint32' })
    this.#buffer.write(data)
    return true
  }

  destroy() {
    this.#buffer?.destroy()
  }
}
