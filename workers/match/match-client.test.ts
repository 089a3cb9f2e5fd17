import { expose } from 'comlink'
import { afterEach, expect, it, vi } from 'vitest'
import type { Pyramid } from '../raster/raster-client.ts'
import type { MatchAnswer } from './match-api.ts'
import { matchScans } from './match-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('waits for a worker that computes for seconds without answering, also in a page without Web Locks', async () => {
  vi.stubGlobal('navigator', {})
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { port1, port2 } = new MessageChannel()
  const answers: ((answer: MatchAnswer) => void)[] = []
  let isBusy = false
  const api = {
    ready: () => (isBusy ? new Promise<void>(() => undefined) : Promise.resolve()),
    match: () => {
      isBusy = true
      return new Promise<MatchAnswer>((resolve) => answers.push(resolve))
    },
  }
  expose(api, port2 as unknown as Parameters<typeof expose>[1])
  const worker = Object.assign(port1, { terminate: () => port1.close() }) as unknown as Worker
  const scan = { tileSize: 256, levels: [{ width: 10, height: 10 }] } as unknown as Pyramid
  const matched = matchScans(
    scan,
    scan,
    [],
    new AbortController().signal,
    () => undefined,
    () => worker,
  )
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  vi.advanceTimersByTime(30_000)
  answers[0]?.({ kind: 'different', spots: 0 })
  await expect(matched).resolves.toEqual({ kind: 'different', spots: 0 })
})
