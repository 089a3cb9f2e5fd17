import { Switch } from '@mantine/core'
import { IconMagnet } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { ToolButton } from './tool-button.tsx'
import { isSnapOnAtom } from '../model/snap-atoms.ts'

/** Switches it on for what is placed by hand, by fingers or at the cross. */
export function SnapButton({ disabled }: { readonly disabled: boolean }) {
  const { t } = useTranslation('editor')
  const [isOn, setOn] = useAtom(isSnapOnAtom)
  return (
    <ToolButton
      tooltipSide="right"
      icon={IconMagnet}
      label={t('snap.title')}
      hint={t('snap.hint')}
      pressed={isOn}
      disabled={disabled}
      onClick={() => setOn(!isOn)}
    />
  )
}

/** The same as a switch with its words, for the phone's drawer. */
export function SnapSwitch() {
  const { t } = useTranslation('editor')
  const [isOn, setOn] = useAtom(isSnapOnAtom)
  return (
    <Switch
      label={t('snap.title')}
      description={t('snap.switchHint')}
      checked={isOn}
      onChange={(event) => setOn(event.currentTarget.checked)}
    />
  )
}
