import { FIRST_SETTINGS, type BandSettings, type BandState } from './band-state.ts'
import { storedValue } from '../../ui/stored-value.ts'
import { clampYear, clampZoom } from './time-scale.ts'

/** Narrows what a browser kept, perhaps years ago, to what the band knows. */
export function settingsOf(value: unknown): BandSettings {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof BandSettings, unknown>
  >
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

/** Years that nobody has placed are not stored. */
type ChosenSettings = Pick<BandSettings, 'zoom' | 'isSingle'> & Partial<BandSettings>

const stored = storedValue<ChosenSettings>('timeline', settingsOf)

export const storedSettings = (): BandSettings => settingsOf(stored.read())

/** Stores what a person has chosen: years that nobody has placed are found among the maps each time. */
export const storeSettings = ({ zoom, isSingle, year, start, end, isPlaced }: BandState): void =>
  void stored.write({ zoom, isSingle, ...(isPlaced && { year, start, end }) })
