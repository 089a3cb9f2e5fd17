import { useEffect, useRef, useState } from 'react'
import type { MatchProgress } from '../../../../workers/match/match-api.ts'
import { matchScans } from '../../../../workers/match/match-client.ts'
import type { RasterErrorCode } from '../../../../workers/raster/raster-api.ts'
import { type Pyramid, RasterError } from '../../../../workers/raster/raster-client.ts'
import { isOpen, openFile } from '../../../map/use-pyramids.ts'
import type { MapSource } from '../../model/source-of-map.ts'
import { type Matched, matchedSource } from '../../model/matched-source.ts'

export type MatchState =
  | { readonly phase: 'idle' | 'stopped' | 'different' | 'failed' }
  /** One of the scans could not be read, and why. */
  | { readonly phase: 'unreadable'; readonly code: RasterErrorCode }
  | { readonly phase: 'running'; readonly progress: MatchProgress }
  | {
      readonly phase: 'matched'
      readonly matched: Matched
      readonly other: Pyramid
      /** How the other map is placed, on this scan. */
      readonly placed: MapSource
    }

/** The comparison of this scan with that of another map. */
export interface Match {
  readonly state: MatchState
  readonly start: (source: MapSource) => void
  readonly stop: () => void
  /** Gives up what was found, or runs. */
  readonly forget: () => void
}

/** Compares another map's scan with this one when asked to, one at a time. */
export function useMatch(scan: Pyramid): Match {
  const [state, setState] = useState<MatchState>({ phase: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const end = (phase: 'idle' | 'stopped') => {
    running.current?.abort()
    running.current = null
    setState({ phase })
  }
  const start = (chosen: MapSource) => {
    running.current?.abort()
    const controller = (running.current = new AbortController())
    const { signal } = controller
    const show = (next: MatchState) => {
      if (!signal.aborted) setState(next)
    }
    show({ phase: 'running', progress: { step: 'reading', share: 0 } })
    compare(chosen, scan, signal, (progress) => show({ phase: 'running', progress })).then(
      show,
      (error: unknown) =>
        show(error instanceof RasterError ? { phase: 'unreadable', code: error.code } : { phase: 'failed' }),
    )
  }
  return {
    state,
    start,
    stop: () => end('stopped'),
    forget: () => end('idle'),
  }
}

/** The other scan stays open until the signal aborts. */
async function compare(
  source: MapSource,
  scan: Pyramid,
  signal: AbortSignal,
  tell: (progress: MatchProgress) => void,
): Promise<MatchState> {
  const { scanPath, file } = source
  if (scanPath === null) return { phase: 'unreadable', code: 'notFound' }
  const other = await openFile(scanPath, signal)
  if (!isOpen(other)) throw other
  if (signal.aborted) other.close()
  else signal.addEventListener('abort', () => other.close(), { once: true })
  const places = file.points.map(({ image }) => image)
  const answer = await matchScans(other, scan, places, signal, tell)
  if (answer.kind !== 'matched') return { phase: 'different' }
  return { phase: 'matched', matched: answer, other, placed: matchedSource(source, answer, scan) }
}
