/** Kinds of files of a map in other coordinate systems than EPSG:3857: `epsg-3346`. */
type SystemKind = `epsg-${string}`

/** What follows `epsg-`. */
export const SYSTEM_CODE = /^[1-9]\d{3,4}$/

/** Files in other coordinate systems that are stored of one overlay at the same time. */
export const MAX_SYSTEMS = 8

export const isSystemKind = (kind: string): kind is SystemKind =>
  kind.startsWith('epsg-') && SYSTEM_CODE.test(kind.slice('epsg-'.length))

/** The coordinate system of such a file, `EPSG:3346`; undefined for the other kinds. */
export const systemOfKind = (kind: string): string | undefined =>
  isSystemKind(kind) ? kind.replace('epsg-', 'EPSG:') : undefined
