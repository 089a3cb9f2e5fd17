import { cogHeader, emptyTables } from './cog-header.ts'
import type { CogHeaderFacts, TileRange } from './cog-header.ts'
import type { EncodedTile } from './cog-tiles.ts'

export type Plane = 'image' | 'mask'

/** The encoded tiles of a level's plane, as they lie one after another. */
export interface StoredPlane {
  /** Of each tile, row by row; length 0: nothing shows there. */
  readonly ranges: readonly TileRange[]
  readonly bytes: number
}

/** What is written of a plane, right behind what was written before. */
export interface ArrangedPlane {
  readonly level: number
  readonly plane: Plane
  /** The tile that all tiles share in which nothing shows; undefined where each shows something. */
  readonly empty?: Uint8Array
  /** Of the stored tiles that follow it, as they are. */
  readonly bytes: number
}

/** A whole file in the order in which its bytes stand. */
export interface ArrangedCog {
  readonly header: Uint8Array<ArrayBuffer>
  readonly planes: readonly ArrangedPlane[]
  readonly bytes: number
}

/**
 * Where everything of the file stands: header, then the coarsest level first. Tiles that show nothing share one
 * transparent tile a level: sparse tiles break libvips and strict validation, and a tile shared by all levels would lie
 * before the coarser levels' own.
 */
export function arrangeCog(
  facts: CogHeaderFacts,
  emptyTile: EncodedTile,
  stored: (level: number, plane: Plane) => StoredPlane,
): ArrangedCog {
  const images = emptyTables(facts.layout)
  const masks = facts.encoding === 'jpeg' ? emptyTables(facts.layout) : []
  const planes: ArrangedPlane[] = []
  let end = cogHeader(facts, images, masks).length
  const place = (level: number, plane: Plane, shared: Uint8Array): readonly TileRange[] => {
    const { ranges, bytes } = stored(level, plane)
    const empty = ranges.some(({ length }) => length === 0) ? shared : undefined
    const [start, base] = [end, end + (empty?.length ?? 0)]
    planes.push({ level, plane, ...(empty && { empty }), bytes })
    end = base + bytes
    return ranges.map(({ offset, length }) =>
      length === 0 ? { offset: start, length: shared.length } : { offset: base + offset, length },
    )
  }
  for (let level = facts.layout.levels.length - 1; level >= 0; level--) {
    images[level] = place(level, 'image', emptyTile.image)
    if (facts.encoding === 'jpeg' && emptyTile.mask) masks[level] = place(level, 'mask', emptyTile.mask)
  }
  return { header: cogHeader(facts, images, masks), planes, bytes: end }
}
