import { createContext, useContext } from 'react'
import type { ShownMap, ShownMaps } from './use-shown-maps.ts'
import type { useComparison } from './use-comparison.ts'
import type { StageSession } from './stage-session.ts'
import type { CatalogStack } from './use-catalog-stack.ts'
import type { ViewerStageProps } from './viewer-stage-props.ts'

/** An open stage, for all that lies on it. */
export interface OpenStage {
  /** The address, and where it leads on. */
  readonly page: ViewerStageProps
  readonly session: StageSession
  /** The maps of the stack, opened. */
  readonly shown: ShownMaps
  /** Those of them that the panel lists. */
  readonly listed: readonly ShownMap[]
  /** The shown map that is not pinned: it gives way to the next one. */
  readonly unpinned: ShownMap | undefined
  readonly catalog: CatalogStack
  readonly compared: ReturnType<typeof useComparison>
  /** The camera has moved. */
  readonly cameraMoved: () => void
  /** The maps of the stack side by side. */
  readonly openSideBySide: () => void
}

export const StageContext = createContext<OpenStage | null>(null)

export function useStage(): OpenStage {
  const stage = useContext(StageContext)
  if (!stage) throw new Error('a part of the stage is outside of it')
  return stage
}
