import { VisuallyHidden } from '@mantine/core'
import { Provider } from 'jotai'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsMobile } from '../ui/use-is-mobile.ts'
import { ViewerSidebar } from './list/viewer-sidebar.tsx'
import { Stage } from './stage/stage.tsx'
import { StageBand } from './stage/stage-band.tsx'
import { StageContext } from './session/stage-context.ts'
import { createStageSession, type StageSession } from './session/stage-session.ts'
import { stageKeys } from './stage/stage-keys.ts'
import { useOpenStage } from './session/use-open-stage.ts'
import { onStageKey } from './stage/viewer-key.ts'
import classes from './viewer-page.module.css'
import type { ViewerStageProps } from './session/viewer-stage-props.ts'

/** The map with its buttons, chips and the maps that are shown on it. */
export function ViewerStage(page: ViewerStageProps) {
  const [session] = useState(() => createStageSession(page.state))
  return (
    <Provider store={session.store}>
      <OpenViewer page={page} session={session} />
    </Provider>
  )
}

interface OpenViewerProps {
  readonly page: ViewerStageProps
  readonly session: StageSession
}

function OpenViewer({ page, session }: OpenViewerProps) {
  const { t } = useTranslation(['viewer', 'common'])
  const stage = useOpenStage(page, session)
  const isPhone = useIsMobile()
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => onStageKey(event, stageKeys(stage))
  return (
    <StageContext value={stage}>
      {/* The keys of the map, which bubble up to here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes.page} onKeyDown={onKeyDown}>
        {/* A phone's header has it. */}
        {isPhone ? null : <VisuallyHidden component="h1">{t('common:page.publicMaps')}</VisuallyHidden>}
        <div className={classes.inner}>
          <div className={classes.column}>
            <Stage />
            <StageBand />
          </div>
          <ViewerSidebar />
        </div>
      </div>
    </StageContext>
  )
}
