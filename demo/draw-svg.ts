import sharp from 'sharp'

export interface DrawSvgOptions {
  readonly format: 'jpeg' | 'webp' | 'png'
  /** 1 to 100; png ignores it. */
  readonly quality?: number
  /** Width of the picture in pixels; the drawing's own where left out. */
  readonly width?: number
}

/**
 * A picture of a drawing of our own. Never for a drawing of anybody else: uploads must not be SVG, because it can name
 * files and grow without bound.
 */
export async function drawSvg(svg: string, options: DrawSvgOptions): Promise<Buffer> {
  const picture = sharp(Buffer.from(svg), { unlimited: true })
  const sized = options.width === undefined ? picture : picture.resize({ width: options.width })
  const quality = options.quality ?? 88
  switch (options.format) {
    case 'jpeg':
      return sized.flatten({ background: '#ffffff' }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
    case 'webp':
      return sized.webp({ quality, effort: 5 }).toBuffer()
    case 'png':
      return sized.png().toBuffer()
  }
}
