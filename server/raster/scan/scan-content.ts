import { join } from 'node:path'
import { layOutAlpha } from './hidden-pixels.ts'
import { isHarmlessFault } from './jpeg-faults.ts'
import { type PyramidCompression, type PyramidContent, tiledFor, writePyramid } from './pyramid.ts'
import { openScan } from '../decoder-sharp.ts'
import type { RasterWarning } from '../../../cog/raster-warning.ts'
import { withPlainSamples } from './plain-samples.ts'
import { findStretch } from './sample-range.ts'
import { decoding, openProbed, type ScanProbe } from './scan-probe.ts'

/**
 * What the pyramids of a scan are made of.
 *
 * @param folder for what is laid out on the way; stays until the pyramid is written
 * @throws RasterError
 */
export async function contentOf(
  scanPath: string,
  probe: ScanProbe,
  folder: string,
): Promise<Omit<PyramidContent, 'hasAlpha'>> {
  return decoding(async () => {
    const alphaPath = await layOutAlpha(scanPath, probe, folder)
    const inSrgb = await withoutProfile(scanPath, probe, folder)
    const source = await withPlainSamples(inSrgb.scanPath, inSrgb.probe, folder)
    const stretch = await findStretch(source.scanPath, source.probe)
    return { ...source, ...(stretch && { stretch }), ...(alphaPath !== undefined && { alphaPath }) }
  })
}

/**
 * A scan of 16 bits whose colours a profile defines, laid out as sRGB of 16 bits. In one go sharp would give shades of
 * Display P3 for sRGB, and pass over the profile of grey.
 */
async function withoutProfile(
  scanPath: string,
  probe: ScanProbe,
  folder: string,
): Promise<Pick<PyramidContent, 'scanPath' | 'probe'>> {
  const { depth, space, icc } = probe.metadata
  if (depth !== 'ushort' || !icc || (space !== 'rgb16' && space !== 'grey16')) return { scanPath, probe }
  const path = join(folder, 'in-srgb.tif')
  await openProbed(scanPath, probe, { ignoreIcc: true })
    .toColourspace(space)
    .withIccProfile('srgb', { attach: false })
    .tiff({ ...tiledFor(probe), compression: 'none' })
    .toFile(path)
  const metadata = await openScan(path, 'tiff').metadata()
  return { scanPath: path, probe: { ...probe, format: 'tiff', page: 0, metadata } }
}

/** About the most that is laid out on the disk before a pyramid of the scan is written. */
export function laidOutBytes({ metadata, storedWidth, storedHeight, maskPage, noData }: ScanProbe): number {
  const pixels = storedWidth * storedHeight
  const sampleBytes = metadata.depth === 'uchar' ? 1 : metadata.depth === 'ushort' ? 2 : 4
  const isLaidOut = metadata.channels > 4 || metadata.space === 'scrgb'
  const hasProfile = metadata.icc !== undefined && metadata.depth === 'ushort'
  const isMasked = !metadata.hasAlpha && (maskPage !== undefined || noData !== undefined)
  const inSrgb = hasProfile ? pixels * 8 : 0
  // The plane, and beside it the samples it is made of or the colours it is joined to.
  const masked = isMasked ? pixels * (1 + Math.max(4, metadata.channels * sampleBytes)) : 0
  const plain = isLaidOut ? pixels * (metadata.channels * sampleBytes + 8) : 0
  return inSrgb + masked + plain
}

/**
 * `writePyramid`; a JPEG whose faults leave its pixels whole is read all the same.
 *
 * @returns what the owner should know of it
 * @throws RasterError
 */
export async function writeScanPyramid(
  content: PyramidContent,
  outPath: string,
  folder: string,
  compression: PyramidCompression,
): Promise<RasterWarning[]> {
  const { scanPath, probe } = content
  return decoding(async () => {
    try {
      await writePyramid(content, outPath, folder, compression)
      return []
    } catch (error) {
      if (!(await isHarmlessFault(scanPath, probe, error, folder))) throw error
      const lenient = { ...content, probe: { ...probe, failOn: 'none' as const } }
      await writePyramid(lenient, outPath, folder, compression)
      return [{ code: 'faultyJpeg' }]
    }
  })
}
