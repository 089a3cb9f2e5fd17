import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

/** What one answer was. */
export interface LoadAnswer {
  readonly status: number
  readonly ms: number
  /** As sent over the network. */
  readonly bytes: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Where it was asked for. */
  readonly text?: string
}

export interface LoadRequest {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The answer's text is wanted. */
  readonly reads?: boolean
}

/** A caller with connections of its own, as a browser has them. */
export class LoadClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  send({ method = 'GET', path, token, body, headers, reads }: LoadRequest): Promise<LoadAnswer> {
    const started = performance.now()
    const text = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.#url}/api${path}`,
        {
          method,
          agent: this.#agent,
          headers: {
            'accept-encoding': reads ? 'identity' : 'br, gzip',
            ...(token && { authorization: `Bearer ${token}` }),
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
            ...headers,
          },
        },
        (response) => {
          let [bytes, content] = [0, '']
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (reads) content += chunk.toString()
          })
          response.once('error', reject)
          response.once('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              ms: performance.now() - started,
              bytes,
              headers: response.headers,
              ...(reads && { text: content }),
            }),
          )
        },
      )
      sent.once('error', reject)
      sent.end(text)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** The value below which `share` of the values lie; of times, the 99th percentile is `quantile(times, 0.99)`. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** Slope of values against their times, by least squares. */
export function slope(samples: readonly (readonly [time: number, value: number])[]): number {
  const mean = (pick: 0 | 1) => samples.reduce((sum, sample) => sum + sample[pick], 0) / samples.length
  const [time, value] = [mean(0), mean(1)]
  const [up, down] = samples.reduce(([u, d], [t, v]) => [u + (t - time) * (v - value), d + (t - time) ** 2], [
    0, 0,
  ] as [number, number])
  return down === 0 ? 0 : up / down
}
