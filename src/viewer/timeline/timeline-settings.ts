import { FIRST_SETTINGS, type BandSettings, type BandState } from './band-state.ts'
import { clampYear, clampZoom } from './time-scale.ts'

const STORAGE_KEY = 'timeline'

/** Narrows what a browser kept, perhaps years ago, to what the band knows. */
export function settingsOf(text: string | null): BandSettings {
  const kept = parsed(text)
  const number = (name: keyof BandSettings, clamp: (value: number) => number) => {
    const value = kept[name]
    return typeof value === 'number' && Number.isFinite(value) ? clamp(value) : FIRST_SETTINGS[name]
  }
  const { isSingle } = kept
  return {
    zoom: number('zoom', clampZoom) as number,
    isSingle: typeof isSingle === 'boolean' ? isSingle : FIRST_SETTINGS.isSingle,
    year: number('year', clampYear) as number,
    start: number('start', clampYear) as number,
    end: number('end', clampYear) as number,
  }
}

function parsed(text: string | null): Partial<Record<keyof BandSettings, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

export function storedSettings(): BandSettings {
  try {
    return settingsOf(localStorage.getItem(STORAGE_KEY))
  } catch {
    return FIRST_SETTINGS // Storage is refused in some private windows.
  }
}

/** Keeps what a person has chosen: years that nobody has placed are found among the maps each time. */
export function storeSettings({ zoom, isSingle, year, start, end, isPlaced }: BandState): void {
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify({ zoom, isSingle, ...(isPlaced && { year, start, end }) }),
    )
  } catch {
    // As above; they then last as long as the page.
  }
}
