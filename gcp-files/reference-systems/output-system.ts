import type { ReferenceSystem, SystemFault } from './reference-system.ts'
import { systemOfText } from './system-of-text.ts'

/** Why a file cannot be drawn in a system; `turnedAxes`: its coordinates count south or west. */
export type OutputSystemFault = SystemFault | 'turnedAxes'

export type OutputSystemResult =
  | { readonly ok: true; readonly system: ReferenceSystem }
  | { readonly ok: false; readonly fault: OutputSystemFault }

/**
 * The system that a file is to be drawn in: of the EPSG register, since a file names it by its code. Rejects where the
 * register cannot be loaded.
 */
export async function outputSystemOf(text: string): Promise<OutputSystemResult> {
  const found = await systemOfText(text)
  if (!found.ok) return { ok: false, fault: found.fault }
  const { system } = found
  if (system.code === null) return { ok: false, fault: 'unknownCrs' }
  return system.axis === 'enu' ? found : { ok: false, fault: 'turnedAxes' }
}

/** The system that maps are published in when nothing else is asked for. */
export const isWebMercator = ({ code }: ReferenceSystem): boolean => code === 3857
