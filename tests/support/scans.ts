import sharp from 'sharp'
import type { ScanUpload } from './api.ts'

const drawn = new Map<string, Promise<ScanUpload>>()

/** A scan with structure in it: gradients and a grid, so that pixels can be told apart. Drawn once in a process. */
export function drawnScan(
  width = 800,
  height = 600,
  format: 'jpeg' | 'png' | 'webp' | 'tiff' = 'jpeg',
): Promise<ScanUpload> {
  const name = `${width} × ${height} ${format}`
  let scan = drawn.get(name)
  if (!scan) drawn.set(name, (scan = drawGrid(width, height, format)))
  return scan
}

async function drawGrid(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'tiff',
): Promise<ScanUpload> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const isLine = x % 50 < 2 || y % 50 < 2
      pixels[at] = isLine ? 20 : Math.round((x / width) * 255)
      pixels[at + 1] = isLine ? 20 : Math.round((y / height) * 255)
      pixels[at + 2] = 128
    }
  const content = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
  return { content, fileName: `scan.${format}` }
}

/** Control points of a similarity: `scale` metres a pixel around a place near Vilnius. */
export function exactPoints(width = 800, height = 600, scale = 10) {
  const [originX, originY] = [2_800_000, 7_300_000]
  const corners: [number, number][] = [
    [0.1, 0.1],
    [0.9, 0.12],
    [0.88, 0.9],
    [0.12, 0.86],
    [0.5, 0.45],
  ]
  const imagePoints = corners.map(([u, v]) => ({ pixelX: u * width, pixelY: v * height }))
  const mapPoints = imagePoints.map(({ pixelX, pixelY }): [number, number] => [
    originX + pixelX * scale,
    originY - pixelY * scale,
  ])
  return { imagePoints, mapPoints }
}

/** Numbers from 0 to 1, the same for the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** A drawing with roads, blocks and names, so that its places can be told apart; another seed draws another sheet. */
export async function drawnSheet(seed: number, width = 900, height = 700): Promise<Buffer> {
  const random = numbersOf(seed)
  const at = () => `${Math.round(random() * width)},${Math.round(random() * height)}`
  const roads = Array.from(
    { length: 22 },
    () =>
      `<polyline points="${at()} ${at()} ${at()}" fill="none" stroke="#533" stroke-width="${1 + random() * 3}"/>`,
  )
  const blocks = Array.from({ length: 240 }, () => {
    const [x, y] = at().split(',')
    const [across, down] = [4 + random() * 16, 4 + random() * 16]
    return `<rect x="${x}" y="${y}" width="${across}" height="${down}" transform="rotate(${random() * 90} ${x} ${y})" fill="#${random() < 0.5 ? '834' : '353'}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f0e6d0"/>${roads.join('')}${blocks.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
