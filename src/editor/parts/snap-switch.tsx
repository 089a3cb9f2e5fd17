import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { isSnapOnAtom } from '../model/snap-atoms.ts'
import { ExplainedSwitch } from '../../ui/explained-switch.tsx'

/** Switches snapping on for what is placed by hand, by fingers or at the cross. */
export function SnapSwitch() {
  const { t } = useTranslation('editor')
  const [isOn, setOn] = useAtom(isSnapOnAtom)
  return (
    <ExplainedSwitch
      label={t('snap.title')}
      description={t('snap.switchHint')}
      checked={isOn}
      onChange={(event) => setOn(event.currentTarget.checked)}
    />
  )
}
