import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/** An image of a host, as raw red, green and blue. */
export interface HostedImage {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer
}

export interface IiifHost {
  /** `localhost:PORT`, as an operator allows it. */
  readonly host: string
  /** Address of something on it. */
  url(path: string): string
  /** Paths that were asked for, in their order. */
  readonly asked: string[]
  /** While it is set, requests for pieces beyond so many wait; `undefined` lets all go on. */
  holdPiecesAfter(count: number | undefined): void
  /** What a path answers in place of what it is; without `how` it is itself again. */
  answer(path: string, how?: (request: IncomingMessage, response: ServerResponse) => void): void
  close(): void
}

const SERVICES = [
  'v1-static',
  'v1-level2',
  'v2-static',
  'v2-level2',
  'v3-static',
  'v3-odd-static',
  'v3-level2',
  'v3-whole',
] as const
export type Service = (typeof SERVICES)[number]

/** Sides of the tiles that the services name. */
export const TILE = 256
/** And of those of `v3-odd-static`, which a TIFF could not have. */
const ODD_TILE = 300
const tileOf = (service: Service) => (service === 'v3-odd-static' ? ODD_TILE : TILE)

/** Path of the piece of an image under `v3-static` that lies at its right lower corner. */
export function lastPiece({ width, height }: HostedImage): string {
  const [x, y] = [width, height].map((side) => Math.floor((side - 1) / TILE) * TILE) as [number, number]
  const [w, h] = [width - x, height - y]
  return `v3-static/${x},${y},${w},${h}/${w},${h}/0/default.jpg`
}

/** Gradients and noise, so that no two tiles are alike and none can be told from memory. */
export function hostedImage(width: number, height: number): HostedImage {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      pixels[at] = (x * 255) / width
      pixels[at + 1] = (y * 255) / height
      pixels[at + 2] = (x * 7 + y * 13) & 0xff
    }
  return { width, height, pixels }
}

/**
 * A host of an archive with one image under several services at `/{service}/info.json`. The static ones know exactly the
 * addresses that the specification calls canonical. Pieces are PNG, whatever their name says, so that what comes of them
 * can be compared to the pixel.
 */
export async function openIiifHost(image: HostedImage): Promise<IiifHost> {
  const asked: string[] = []
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const waiting: (() => void)[] = []
  let pieces = 0
  let mostPieces: number | undefined
  let port = 0
  const url = (path: string) => `http://localhost:${port}/${path}`

  const sendPiece = async (response: ServerResponse, region: string) => {
    const [left = 0, top = 0, width = image.width, height = image.height] =
      region === 'full' ? [] : region.split(',').map(Number)
    const raw = { width: image.width, height: image.height, channels: 3 as const }
    const png = await sharp(image.pixels, { raw }).extract({ left, top, width, height }).png().toBuffer()
    response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    asked.push(path)
    const special = answers.get(path)
    if (special) return special(request, response)
    const [service = '', region = '', size = '', rotation, file] = path.split('/')
    if (!SERVICES.some((known) => known === service)) return response.writeHead(404).end()
    if (region === '') return response.writeHead(303, { location: `/${service}/info.json` }).end()
    if (region === 'info.json')
      return response.end(JSON.stringify(infoOf(service as Service, url(service), image)))
    const name = service.startsWith('v1') ? 'native.jpg' : 'default.jpg'
    if (rotation !== '0' || file !== name || !knows(service as Service, region, size, image))
      return response.writeHead(404).end()
    const send = () => void sendPiece(response, region)
    pieces += 1
    if (mostPieces === undefined || pieces <= mostPieces) send()
    else waiting.push(send)
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  return {
    host: `localhost:${port}`,
    url,
    asked,
    holdPiecesAfter: (count) => {
      pieces = 0
      mostPieces = count
      if (count === undefined) for (const send of waiting.splice(0)) send()
    },
    answer: (path, how) => void (how ? answers.set(path, how) : answers.delete(path)),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function infoOf(service: Service, id: string, { width, height }: HostedImage): object {
  const protocol = 'http://iiif.io/api/image'
  const side = tileOf(service)
  const tiles = [{ width: side, height: side, scaleFactors: [1, 2, 4] }]
  if (service.startsWith('v1'))
    return {
      '@context': 'http://library.stanford.edu/iiif/image-api/1.1/context.json',
      '@id': id,
      width,
      height,
      ...(service === 'v1-static' && { scale_factors: [1, 2, 4], tile_width: side, tile_height: side }),
      formats: ['jpg'],
      qualities: ['native'],
      profile: `http://library.stanford.edu/iiif/image-api/1.1/compliance.html#level${service === 'v1-static' ? 0 : 2}`,
    }
  if (service.startsWith('v2'))
    return {
      '@context': 'http://iiif.io/api/image/2/context.json',
      '@id': id,
      protocol,
      width,
      height,
      profile: [
        `http://iiif.io/api/image/2/level${service === 'v2-static' ? 0 : 2}.json`,
        { formats: ['jpg'] },
      ],
      ...(service === 'v2-static' && { tiles }),
    }
  return {
    '@context': 'http://iiif.io/api/image/3/context.json',
    id,
    type: 'ImageService3',
    protocol,
    profile: service === 'v3-level2' ? 'level2' : 'level0',
    width,
    height,
    ...(service.endsWith('static') && { tiles }),
  }
}

/** Whether there is something at a region and size. */
function knows(service: Service, region: string, size: string, { width, height }: HostedImage): boolean {
  if (service === 'v3-whole') return region === 'full' && size === 'max'
  const [x = 0, y = 0, w = width, h = height] = region === 'full' ? [] : region.split(',').map(Number)
  const isWide = service.startsWith('v2') && w === width
  const wanted = service.startsWith('v3') ? [`${w},${h}`] : [isWide ? 'full' : `${w},`]
  if (!wanted.includes(size) && !(region === 'full' && (size === 'max' || size === 'full'))) return false
  if (!service.endsWith('static')) return true
  const side = tileOf(service)
  const isTile = x % side === 0 && y % side === 0
  return isTile && w === Math.min(side, width - x) && h === Math.min(side, height - y)
}

/** A manifest of version 3 whose images are services of a host. */
export function manifest3(host: IiifHost, services: readonly Service[], size: HostedImage): object {
  return {
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    id: host.url('m3/manifest.json'),
    type: 'Manifest',
    label: { lt: ['Kauno <b>planas</b>'], en: ['Plan of Kaunas'] },
    summary: { lt: ['Miestas ir <i>priemiesčiai</i>.'] },
    rights: 'http://creativecommons.org/licenses/by-sa/4.0/deed.lt',
    requiredStatement: { label: { lt: ['Šaltinis'] }, value: { lt: ['Senoji biblioteka &amp; archyvas'] } },
    metadata: [
      { label: { lt: ['Data'] }, value: { lt: ['apie 1850 m.'] } },
      { label: { en: ['Creator'] }, value: { none: ['J. Kartografas'] } },
    ],
    items: services.map((service, index) => ({
      id: host.url(`m3/canvas/${index}`),
      type: 'Canvas',
      label: { none: [`Lapas ${index + 1}`] },
      width: size.width,
      height: size.height,
      items: [
        {
          id: host.url(`m3/page/${index}`),
          type: 'AnnotationPage',
          items: [
            {
              id: host.url(`m3/painting/${index}`),
              type: 'Annotation',
              motivation: 'painting',
              target: host.url(`m3/canvas/${index}`),
              body: {
                id: host.url(`${service}/full/max/0/default.jpg`),
                type: 'Image',
                service: [{ id: host.url(service), type: 'ImageService3', profile: 'level2' }],
              },
            },
          ],
        },
      ],
    })),
  }
}

/** A manifest of version 2 of one image. */
export function manifest2(host: IiifHost, service: Service, size: HostedImage): object {
  return {
    '@context': 'http://iiif.io/api/presentation/2/context.json',
    '@id': host.url('m2/manifest.json'),
    '@type': 'sc:Manifest',
    label: 'Atlas, sheet 7',
    attribution: 'A library',
    license: 'https://example.org/terms',
    metadata: [{ label: 'Date', value: 'in the days of king Mindaugas' }],
    sequences: [
      {
        '@type': 'sc:Sequence',
        canvases: [
          {
            '@id': host.url('m2/canvas'),
            '@type': 'sc:Canvas',
            width: size.width,
            height: size.height,
            images: [
              {
                '@type': 'oa:Annotation',
                resource: {
                  '@id': host.url(`${service}/full/full/0/default.jpg`),
                  service: {
                    '@context': 'http://iiif.io/api/image/2/context.json',
                    '@id': host.url(service),
                    profile: 'http://iiif.io/api/image/2/level0.json',
                  },
                },
              },
            ],
          },
        ],
      },
    ],
  }
}
