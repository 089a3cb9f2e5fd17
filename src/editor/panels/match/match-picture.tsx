import { useEffect, useRef } from 'react'
import type { ImagePoint } from '../../../../contract/control-points.ts'
import type { Pyramid } from '../../../../workers/raster/raster-client.ts'
import classes from './match.module.css'

interface MatchPictureProps {
  readonly scan: Pyramid
  readonly caption: string
  readonly points: readonly { readonly number: number; readonly place: ImagePoint }[]
}

/** The picture is no larger, px. */
const LONGEST_SIDE = 900

/** A scan with numbered points on it. */
export function MatchPicture({ scan, caption, points }: MatchPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const fitting = scan.levels.findIndex(({ width, height }) => Math.max(width, height) <= LONGEST_SIDE)
  const level = fitting === -1 ? scan.levels.length - 1 : fitting
  const { width, height } = scan.levels[level] ?? scan
  useEffect(() => {
    const abort = new AbortController()
    void draw(canvas.current, scan, level, abort.signal).catch(() => undefined)
    return () => abort.abort()
  }, [scan, level])
  return (
    <figure className={classes['figure'] ?? ''}>
      <div className={classes['picture'] ?? ''} style={{ aspectRatio: `${scan.width} / ${scan.height}` }}>
        <canvas ref={canvas} width={width} height={height} />
        {points.map(({ number, place: [x, y] }) => (
          <span
            key={number}
            aria-hidden
            className={classes['mark'] ?? ''}
            style={{ left: `${(100 * x) / scan.width}%`, top: `${(100 * y) / scan.height}%` }}
          >
            {number}
          </span>
        ))}
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

async function draw(
  canvas: HTMLCanvasElement | null,
  scan: Pyramid,
  level: number,
  signal: AbortSignal,
): Promise<void> {
  const { levels, tileSize } = scan
  const context = canvas?.getContext('2d')
  const size = levels[level]
  if (!context || !size) return
  const tiles: Promise<void>[] = []
  for (let y = 0; y * tileSize < size.height; y++) {
    for (let x = 0; x * tileSize < size.width; x++) {
      tiles.push(
        scan.readTile({ level, x, y }, signal).then((tile) => {
          if (!tile) return
          context.drawImage(tile, x * tileSize, y * tileSize)
          tile.close()
        }),
      )
    }
  }
  await Promise.all(tiles)
}
