/** How far an upload was at a moment. */
interface Sample {
  readonly timeMs: number
  readonly sentBytes: number
}

/** The rate is that of the last seconds: older samples say little about what comes. */
const WINDOW_MS = 5_000

export interface UploadPace {
  /** 0–100, whole. 100 only when everything is sent. */
  readonly percent: number
  readonly bytesPerSecond: number
  /** Null while the rate is not known. */
  readonly secondsLeft: number | null
}

/** Measures an upload of `totalBytes`; each call of `at` adds a sample. */
export function uploadMeter(totalBytes: number): {
  at: (timeMs: number, sentBytes: number) => UploadPace
  restart: () => void
} {
  let samples: Sample[] = []
  return {
    at: (timeMs, sentBytes) => {
      samples = [...samples.filter((sample) => sample.timeMs > timeMs - WINDOW_MS), { timeMs, sentBytes }]
      const first = samples[0] ?? { timeMs, sentBytes }
      const elapsed = (timeMs - first.timeMs) / 1000
      const bytesPerSecond = elapsed > 0 ? Math.max(0, (sentBytes - first.sentBytes) / elapsed) : 0
      return {
        percent: totalBytes === 0 ? 100 : Math.floor((sentBytes / totalBytes) * 100),
        bytesPerSecond,
        secondsLeft: bytesPerSecond > 0 ? Math.ceil((totalBytes - sentBytes) / bytesPerSecond) : null,
      }
    },
    /** Forgets the samples: after a pause the time in between is no measure. */
    restart: () => {
      samples = []
    },
  }
}

const UNITS = ['Bytes', 'KiB', 'MiB', 'GiB'] as const
export interface FileSize {
  readonly value: number
  readonly unit: (typeof UNITS)[number]
}

/** A size in the largest unit that leaves at least 1, two decimals at most. */
export function fileSize(bytes: number): FileSize {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return { value: Math.round(value * 100) / 100, unit: UNITS[unit] ?? 'GiB' }
}

/** Seconds as hours, minutes and seconds; the two largest that count. */
export function durationParts(seconds: number): readonly { value: number; unit: 'h' | 'min' | 's' }[] {
  const whole = Math.max(0, Math.round(seconds))
  const parts = [
    { value: Math.floor(whole / 3600), unit: 'h' },
    { value: Math.floor(whole / 60) % 60, unit: 'min' },
    { value: whole % 60, unit: 's' },
  ] as const
  const first = parts.findIndex(({ value }) => value > 0)
  if (first === -1) return [{ value: 0, unit: 's' }]
  return parts.slice(first, first + 2).filter(({ value }, index) => index === 0 || value > 0)
}
