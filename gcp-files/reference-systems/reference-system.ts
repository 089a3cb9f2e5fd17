/** Degrees; over the date line `east` is the smaller one. */
export interface Area {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

export interface Ellipsoid {
  readonly semiMajorMetres: number
  /** 0: a sphere. */
  readonly inverseFlattening: number
}

/** The way from a datum to WGS 84: offsets first, then seven parameters of a position vector transformation. */
export interface DatumOperation {
  /** Of the EPSG register, given by the definition itself, or assumed where that names no datum. */
  readonly kind: 'register' | 'file' | 'assumed'
  /** As the EPSG register names it, or empty. */
  readonly name: string
  /** EPSG codes joined by `+`; empty: of no register. */
  readonly code: string
  /** As the register states it; null: not stated. */
  readonly accuracyMetres: number | null
  /** Null: the whole world. */
  readonly area: Area | null
  /** Null: longitudes and latitudes remain as they are. */
  readonly shift: DatumShift | null
}

export interface DatumShift {
  readonly offsetSeconds: readonly [lon: number, lat: number]
  /** The ellipsoid that the shift begins on. */
  readonly ellipsoid: Ellipsoid
  readonly translationMetres: readonly [x: number, y: number, z: number]
  readonly rotationSeconds: readonly [x: number, y: number, z: number]
  readonly scalePpm: number
}

/** Directions of the two axes where they are not east and north: `swu` counts south, then west. */
export type AxisOrder = 'enu' | 'wsu' | 'swu' | 'wnu' | 'esu' | 'neu'

/** What is needed to lead coordinates of a reference system to WGS 84 and back. */
export interface ReferenceSystem {
  /** EPSG code; null: defined by the file itself. */
  readonly code: number | null
  readonly name: string
  /** Where it is used; null: the whole world, or not known. */
  readonly area: Area | null
  readonly ellipsoid: Ellipsoid
  readonly primeMeridianDegrees: number
  /** Of longitudes and latitudes, in degrees. */
  readonly unitDegrees: number
  /** `tmerc lat_0=0 …` as PROJ writes it, lengths in metres; null: longitude and latitude. */
  readonly projection: string | null
  readonly metresPerUnit: number
  readonly axis: AxisOrder
  /** Its datum is WGS 84 itself; then there are no operations. */
  readonly isWgs84: boolean
  /** To WGS 84; none: nothing ties the datum to it. */
  readonly operations: readonly DatumOperation[]
}

/** Why a text leads to no reference system. */
export type SystemFault = 'unknownCrs' | 'unsupportedCrs'
