import { OPEN_CALLS } from '../../contract/api/open-calls.ts'
import type { config, instanceFigures } from '../../contract/api/system.ts'
import { callOpen } from '../api/open-call.ts'
import { askedOnce } from './ask-once.ts'

/** Who runs this instance and what it allows; null where it does not answer. */
export const useConfig = askedOnce(() => callOpen<typeof config>(OPEN_CALLS.config), null)

/** How many people and maps the instance has; null where it has too few to show, or does not answer. */
export const useFigures = askedOnce(
  async () => (await callOpen<typeof instanceFigures>(OPEN_CALLS.instanceFigures)).figures,
  null,
)
