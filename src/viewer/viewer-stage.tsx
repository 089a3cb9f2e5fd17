import { VisuallyHidden } from '@mantine/core'
import { Provider } from 'jotai'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsMobile } from '../ui/use-is-mobile.ts'
import { ViewerSidebar } from './list/viewer-sidebar.tsx'
import { Stage } from './stage.tsx'
import { StageBand } from './stage-band.tsx'
import { StageContext } from './stage-context.ts'
import { createStageSession, type StageSession } from './stage-session.ts'
import { stageKeys } from './stage-keys.ts'
import { useOpenStage } from './use-open-stage.ts'
import { onStageKey } from './viewer-key.ts'
import classes from './viewer-page.module.css'
import type { ViewerStageProps } from './viewer-stage-props.ts'

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
