import type { Language } from '../../../contract/constants.ts'

/** What MapLibre calls the words of its own controls; of all of them those that are seen here. */
type MapWords = Readonly<Record<'AttributionControl.ToggleAttribution', string>>

/** In the languages of the interface: a map is drawn on pages that have none of the interface's texts. */
export const MAP_WORDS: Readonly<Record<Language, MapWords>> = {
  en: { 'AttributionControl.ToggleAttribution': 'Sources of the base map' },
  lt: { 'AttributionControl.ToggleAttribution': 'Pagrindo žemėlapio šaltiniai' },
}
