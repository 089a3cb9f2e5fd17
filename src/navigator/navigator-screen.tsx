import { Provider, useAtomValue } from 'jotai'
import { useState } from 'react'
import { BottomBar } from './frame/bottom-bar.tsx'
import { FieldNotices } from './frame/field-notices.tsx'
import { SideButtons } from './frame/side-buttons.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { followModeAtom } from './session/field-motion.ts'
import { NavigatorContext, type NavigatorScreenProps } from './session/navigator-context.ts'
import { NavigatorMap } from './navigator-map.tsx'
import {
  isHighContrastAtom,
  isMapBusyAtom,
  isPointingAtom,
  overlayKindAtom,
} from './model/navigator-model.ts'
import classes from './navigator-screen.module.css'
import { createNavigatorSession, type NavigatorSession } from './session/navigator-session.ts'
import { OpenSheet } from './open-sheet.tsx'
import { useOpenNavigator } from './session/use-open-navigator.ts'

/** The map under one's feet: position, compass, the old map above, and what is measured. */
export function NavigatorScreen(page: NavigatorScreenProps) {
  const [session] = useState(() => createNavigatorSession(page.userId, page.mapId))
  return (
    <Provider store={session.store}>
      <OpenScreen page={page} session={session} />
    </Provider>
  )
}

interface OpenScreenProps {
  readonly page: NavigatorScreenProps
  readonly session: NavigatorSession
}

function OpenScreen({ page, session }: OpenScreenProps) {
  const navigator = useOpenNavigator(page, session)
  const { root, sheet } = session
  return (
    <NavigatorContext value={navigator}>
      <div
        ref={root}
        className={classes['screen']}
        data-contrast={useAtomValue(isHighContrastAtom) ? 'high' : 'usual'}
        data-pointing={useAtomValue(isPointingAtom)}
        data-following={useAtomValue(followModeAtom)}
        data-busy={useAtomValue(isMapBusyAtom)}
        data-overlay={navigator.field.status}
        data-kind={useAtomValue(overlayKindAtom)}
      >
        <NavigatorMap />
        <TopBar />
        <FieldNotices />
        <SideButtons />
        <div ref={sheet} className={classes['bottom']}>
          <BottomBar />
          <OpenSheet />
        </div>
      </div>
    </NavigatorContext>
  )
}
