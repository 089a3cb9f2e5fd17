import { useTranslation } from 'react-i18next'
import { useSync } from '../tools/use-sync.ts'
import { ExplainedSwitch } from '../../ui/explained-switch.tsx'

/** Moves both panes together; for the phone's drawer. */
export function SyncSwitch() {
  const { t } = useTranslation('editor')
  const { isSync, canSync, setSync } = useSync()
  return (
    <ExplainedSwitch
      label={t('tool.sync')}
      description={canSync ? undefined : t('tool.syncNeeds')}
      checked={isSync}
      disabled={!canSync}
      onChange={(event) => setSync(event.currentTarget.checked)}
    />
  )
}
