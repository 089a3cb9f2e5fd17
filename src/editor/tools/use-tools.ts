import { useAtomValue } from 'jotai'
import { toolsAtom } from '../model/tool-atoms.ts'
import type { SendToTools } from '../model/tool-atoms.ts'

/** Sends events to the tools of the editor. */
export const useTools = (): SendToTools => useAtomValue(toolsAtom).send
