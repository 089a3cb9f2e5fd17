import { useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../queries/use-config.ts'
import { i18n } from '../ui/i18n/i18n.ts'
import { asLanguage } from '../ui/i18n/language.ts'
import { ErrorState } from '../ui/list-states.tsx'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import { lazyNeeded } from '../ui/lazy-needed.tsx'
import type { ViewerStageProps } from './session/viewer-stage-props.ts'
import { ViewerStage } from './viewer-stage.tsx'

const SideBySide = lazyNeeded(
  async () => {
    const texts = i18n.loadNamespaces('sideBySide')
    const [part] = await Promise.all([import('./side-by-side/side-by-side.tsx'), texts])
    return part.SideBySide
  },
  <LoadingIndicator />,
)

type ViewerPageProps = Omit<ViewerStageProps, 'baseMap' | 'theme' | 'takesFocus'>

/** Every map in its place and time. */
export function ViewerPage(props: ViewerPageProps) {
  const { t, i18n: texts } = useTranslation(['viewer', 'search'])
  const theme = useComputedColorScheme('light')
  const settings = useConfig()
  const [hadPanes, setHadPanes] = useState(false)
  const [hadStage, setHadStage] = useState(false)
  if (props.state.panes && !hadPanes) setHadPanes(true)
  if (!props.state.panes && !hadStage) setHadStage(true)
  if (settings.isError) return <ErrorState title={t('page.failed')} onRetry={() => void settings.refetch()} />
  if (!settings.data) return <LoadingIndicator />
  const { baseMaps } = settings.data
  const baseMap = {
    baseMaps,
    layer: 'streets',
    labels: false,
    language: asLanguage(texts.language),
  } as const
  if (props.state.panes) return <SideBySide {...props} theme={theme} baseMap={baseMap} isOpening={hadStage} />
  return <ViewerStage {...props} theme={theme} baseMap={baseMap} takesFocus={hadPanes} />
}
