import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { arrangeCog, type ArrangedPlane, type StoredPlane } from '../../../cog/file/cog-arrangement.ts'
import type { CogHeaderFacts } from '../../../cog/file/cog-header.ts'
import { publishFile } from '../publish-file.ts'
import type { EncodedTile } from '../../../cog/file/cog-tiles.ts'
import type { TileSpool } from './tile-spool.ts'

const COPY_BYTES = 4 * 1024 * 1024

/**
 * Streams header and spools, coarsest level first, into `outPath` (temporary name beside it, fsync, rename).
 *
 * @param onProgress told the share of the bytes that are copied, 0 to 1; what it throws ends the work.
 * @returns the size of the file in bytes.
 */
export async function assembleCog(
  facts: CogHeaderFacts,
  spool: TileSpool,
  emptyTile: EncodedTile,
  outPath: string,
  onProgress: (share: number) => void,
): Promise<number> {
  const planes = facts.encoding === 'jpeg' ? (['image', 'mask'] as const) : (['image'] as const)
  const stored = new Map<string, StoredPlane>()
  for (const level of facts.layout.levels.keys()) {
    for (const plane of planes) {
      const { size } = await spool.spoolFile(level, plane)
      stored.set(`${level} ${plane}`, { ranges: spool.ranges(level, plane), bytes: size })
    }
  }
  const cog = arrangeCog(facts, emptyTile, (level, plane) => stored.get(`${level} ${plane}`)!)
  const temporaryPath = `${outPath}.partial`
  const total = await spool.size()
  let copied = 0
  const onCopied = (bytes: number): void => {
    copied += bytes
    onProgress(copied / total)
  }
  const file = await open(temporaryPath, 'w')
  try {
    await file.write(cog.header, 0, cog.header.length, 0)
    let end = cog.header.length
    for (const plane of cog.planes) end = await appendPlane(file, end, spool, plane, onCopied)
    await file.close()
    await publishFile(temporaryPath, outPath)
    return end
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(temporaryPath, { force: true })
    throw error
  }
}

/** The plane's shared empty tile, where one is needed, and then its spool as it is. @returns where it ends */
async function appendPlane(
  file: FileHandle,
  start: number,
  spool: TileSpool,
  { level, plane, empty }: ArrangedPlane,
  onCopied: (bytes: number) => void,
): Promise<number> {
  if (empty) await file.write(empty, 0, empty.length, start)
  const base = start + (empty?.length ?? 0)
  const source = await spool.spoolFile(level, plane)
  const buffer = Buffer.alloc(Math.min(COPY_BYTES, Math.max(source.size, 1)))
  for (let at = 0; at < source.size;) {
    const { bytesRead } = await source.handle.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) throw new Error(`${source.path} ends at ${at} of ${source.size} bytes`)
    await file.write(buffer, 0, bytesRead, base + at)
    at += bytesRead
    onCopied(bytesRead)
  }
  return base + source.size
}
