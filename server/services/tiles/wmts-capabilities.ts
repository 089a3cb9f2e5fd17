import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import { partsOf, plainLongitudesOf } from '../../../contract/worlds.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import type { ListedOverlay } from '../../db/queries/tile-rows.ts'
import { nativeZoom, TILE_PIXELS, tilesOver } from './tile-address.ts'
import { STYLE, TILE_MATRIX_SET, type WmtsException } from './wmts-request.ts'
import { xmlText } from './xml-text.ts'

/** Metres of a pixel on the screen, by OGC. */
const SCREEN_PIXEL_METRES = 0.00028
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'

export interface WmtsDocument {
  /** Origin of the instance, without a slash at its end. */
  readonly origin: string
  readonly title: string
  readonly abstract: string
  /** Of this document. */
  readonly address: string
}

/** The service metadata of a Web Map Tile Service 1.0 whose layers are these maps. */
export function wmtsCapabilities(document: WmtsDocument, overlays: readonly ListedOverlay[]): string {
  const { origin, title, abstract, address } = document
  const zooms = overlays.map(({ corners, width }) => nativeZoom(corners, width))
  const deepest = zooms.reduce((a, b) => Math.max(a, b), 0)
  const kvp = xmlText(`${origin}/api/wmts?`)
  const operation = (name: string) =>
    `<ows:Operation name="${name}"><ows:DCP><ows:HTTP><ows:Get xlink:href="${kvp}"><ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint></ows:Get></ows:HTTP></ows:DCP></ows:Operation>`
  return [
    HEAD,
    '<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">',
    `<ows:ServiceIdentification><ows:Title>${xmlText(title)}</ows:Title><ows:Abstract>${xmlText(abstract)}</ows:Abstract><ows:ServiceType>OGC WMTS</ows:ServiceType><ows:ServiceTypeVersion>1.0.0</ows:ServiceTypeVersion></ows:ServiceIdentification>`,
    `<ows:OperationsMetadata>${operation('GetCapabilities')}${operation('GetTile')}</ows:OperationsMetadata>`,
    '<Contents>',
    ...overlays.map((overlay) => layerOf(overlay, origin)),
    `<TileMatrixSet><ows:Identifier>${TILE_MATRIX_SET}</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS><WellKnownScaleSet>urn:ogc:def:wkss:OGC:1.0:GoogleMapsCompatible</WellKnownScaleSet>`,
    ...Array.from({ length: deepest + 1 }, (_, z) => matrixOf(z)),
    '</TileMatrixSet>',
    '</Contents>',
    `<ServiceMetadataURL xlink:href="${xmlText(address)}"/>`,
    '</Capabilities>',
    '',
  ].join('\n')
}

const NO_RANGE = { minCol: 0, maxCol: 0, minRow: 0, maxRow: 0 }

/** Clients cut what they ask for to a layer's box, and know no tiles beyond the date line. */
function plainBox(corners: Corners): Pick<Corners, 'minX' | 'maxX'> {
  const [part, further] = partsOf(corners)
  return part && !further ? part.box : { minX: -WORLD_HALF_METRES, maxX: WORLD_HALF_METRES }
}

function layerOf(overlay: ListedOverlay, origin: string): string {
  const { mapId, n, title, description, corners, width } = overlay
  const [west, east] = plainLongitudesOf(corners)
  const [south, north] = [corners.minY, corners.maxY].map((y) => lonLatOf([0, y])[1])
  const { minX, maxX } = plainBox(corners)
  const limits = Array.from({ length: nativeZoom(corners, width) + 1 }, (_, z) => {
    // One range for each zoom: across the date line it takes in the columns between both sides.
    const ranges = tilesOver(corners, z)
    const [{ minCol, minRow, maxRow } = NO_RANGE] = ranges
    const { maxCol } = ranges.at(-1) ?? NO_RANGE
    return `<TileMatrixLimits><TileMatrix>${z}</TileMatrix><MinTileRow>${minRow}</MinTileRow><MaxTileRow>${maxRow}</MaxTileRow><MinTileCol>${minCol}</MinTileCol><MaxTileCol>${maxCol}</MaxTileCol></TileMatrixLimits>`
  })
  const template = `${origin}/api/map/${mapId}/tiles/{TileMatrix}/{TileCol}/{TileRow}`
  return [
    `<Layer><ows:Title>${xmlText(title)}</ows:Title>`,
    description ? `<ows:Abstract>${xmlText(description)}</ows:Abstract>` : '',
    `<ows:WGS84BoundingBox><ows:LowerCorner>${west} ${south}</ows:LowerCorner><ows:UpperCorner>${east} ${north}</ows:UpperCorner></ows:WGS84BoundingBox>`,
    `<ows:Identifier>${mapId}</ows:Identifier>`,
    `<ows:BoundingBox crs="urn:ogc:def:crs:EPSG::3857"><ows:LowerCorner>${minX} ${corners.minY}</ows:LowerCorner><ows:UpperCorner>${maxX} ${corners.maxY}</ows:UpperCorner></ows:BoundingBox>`,
    `<Style isDefault="true"><ows:Identifier>${STYLE}</ows:Identifier></Style>`,
    '<Format>image/png</Format><Format>image/webp</Format>',
    `<TileMatrixSetLink><TileMatrixSet>${TILE_MATRIX_SET}</TileMatrixSet><TileMatrixSetLimits>${limits.join('')}</TileMatrixSetLimits></TileMatrixSetLink>`,
    ...(['png', 'webp'] as const).map(
      (format) =>
        `<ResourceURL format="image/${format}" resourceType="tile" template="${xmlText(`${template}.${format}?v=${n}`)}"/>`,
    ),
    '</Layer>',
  ].join('')
}

function matrixOf(z: number): string {
  const scale = (2 * WORLD_HALF_METRES) / TILE_PIXELS / 2 ** z / SCREEN_PIXEL_METRES
  return `<TileMatrix><ows:Identifier>${z}</ows:Identifier><ScaleDenominator>${scale}</ScaleDenominator><TopLeftCorner>${-WORLD_HALF_METRES} ${WORLD_HALF_METRES}</TopLeftCorner><TileWidth>${TILE_PIXELS}</TileWidth><TileHeight>${TILE_PIXELS}</TileHeight><MatrixWidth>${2 ** z}</MatrixWidth><MatrixHeight>${2 ** z}</MatrixHeight></TileMatrix>`
}

/** A refusal as OGC words it. */
export function wmtsExceptionReport({ code, locator, message }: WmtsException): string {
  return [
    HEAD,
    '<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="1.1.0" xml:lang="en">',
    `<ows:Exception exceptionCode="${code}" locator="${xmlText(locator)}"><ows:ExceptionText>${xmlText(message)}</ows:ExceptionText></ows:Exception>`,
    '</ows:ExceptionReport>',
    '',
  ].join('\n')
}
