import { TILE_FORMATS, type TileFormat } from '../../raster/tiles/tile-picture.ts'
import { isInWorld, type TileAddress } from './tile-address.ts'

/** The only style, and the only set of tiles: that of OGC’s Two Dimensional Tile Matrix Set. */
export const STYLE = 'default'
export const TILE_MATRIX_SET = 'WebMercatorQuad'

export type WmtsExceptionCode =
  | 'MissingParameterValue'
  | 'InvalidParameterValue'
  | 'OperationNotSupported'
  | 'TileOutOfRange'

/** A refusal in the words of OGC. */
export class WmtsException extends Error {
  readonly code: WmtsExceptionCode
  /** The parameter that is at fault. */
  readonly locator: string
  readonly status: 400 | 404

  constructor(code: WmtsExceptionCode, locator: string, text: string, status: 400 | 404 = 400) {
    super(text)
    this.name = 'WmtsException'
    this.code = code
    this.locator = locator
    this.status = status
  }
}

export type WmtsRequest =
  | { readonly kind: 'capabilities'; readonly map: string | undefined; readonly page: number }
  | {
      readonly kind: 'tile'
      readonly layer: string
      readonly address: TileAddress
      readonly format: TileFormat
    }

const MOST_PAGES = 100_000

/** What a request by key and value asks for; names of parameters in any case. @throws WmtsException */
export function readWmtsRequest(query: Readonly<Record<string, unknown>>): WmtsRequest {
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(query)) {
    const [first] = Array.isArray(value) ? (value as unknown[]) : [value]
    if (typeof first === 'string' && !values.has(name.toLowerCase())) values.set(name.toLowerCase(), first)
  }
  const required = (name: string): string => {
    const value = values.get(name)
    if (value === undefined || value === '')
      throw new WmtsException('MissingParameterValue', name, `The parameter ${name} is missing.`)
    return value
  }
  const wrong = (name: string, known: string) =>
    new WmtsException('InvalidParameterValue', name, `The parameter ${name} is not known: use ${known}.`)
  const number = (name: string): number => {
    const text = required(name)
    if (!/^\d{1,9}$/.test(text)) throw wrong(name, 'a whole number')
    return Number(text)
  }

  if (required('service').toUpperCase() !== 'WMTS') throw wrong('service', 'WMTS')
  const request = required('request').toLowerCase()
  if (request === 'getcapabilities') {
    const page = values.has('page') ? number('page') : 1
    if (page < 1 || page > MOST_PAGES) throw wrong('page', `a number from 1 to ${MOST_PAGES}`)
    return { kind: 'capabilities', map: values.get('map') || undefined, page }
  }
  if (request !== 'gettile')
    throw new WmtsException(
      'OperationNotSupported',
      'request',
      'There are GetCapabilities and GetTile here, and no other operation.',
    )
  if ((values.get('version') ?? '1.0.0') !== '1.0.0') throw wrong('version', '1.0.0')
  const layer = required('layer')
  if (![undefined, '', STYLE].includes(values.get('style'))) throw wrong('style', STYLE)
  if (required('tilematrixset') !== TILE_MATRIX_SET) throw wrong('tilematrixset', TILE_MATRIX_SET)
  const format = TILE_FORMATS.find((one) => `image/${one}` === required('format').toLowerCase())
  if (!format) throw wrong('format', TILE_FORMATS.map((one) => `image/${one}`).join(' or '))
  const address = { z: number('tilematrix'), x: number('tilecol'), y: number('tilerow') }
  if (!isInWorld(address))
    throw new WmtsException('TileOutOfRange', 'tilematrix', 'There is no such tile in the world.')
  return { kind: 'tile', layer, address, format }
}
