declare module 'pbf' {
  export default class Pbf {
    constructor(bytes: Uint8Array)
  }
}

declare module '@mapbox/vector-tile' {
  import type Pbf from 'pbf'
  export interface VectorTileFeature {
    readonly type: number
    readonly extent: number
    readonly properties: Readonly<Record<string, string | number>>
    loadGeometry(): { x: number; y: number }[][]
  }
  export interface VectorTileLayer {
    readonly name: string
    readonly version: number
    readonly extent: number
    readonly length: number
    feature(index: number): VectorTileFeature
  }
  export class VectorTile {
    constructor(bytes: Pbf)
    readonly layers: Readonly<Record<string, VectorTileLayer>>
  }
}
