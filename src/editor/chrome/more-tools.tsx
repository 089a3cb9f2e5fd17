import { Menu } from '@mantine/core'
import {
  IconBulb,
  IconCurrentLocation,
  IconDots,
  IconFileImport,
  IconFrame,
  IconMapPinCode,
  IconTextScan2,
} from '@tabler/icons-react'
import { useAtom, useAtomValue, useStore } from 'jotai'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DevicePosition } from '../../places/device-position.ts'
import { LocateProblem, useLocate } from '../../places/locate-me.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLayer } from '../../ui/use-layer.ts'
import { isLocalAtom } from '../model/local-map.ts'
import { openPlaceEntry } from '../model/place-entry/open-place-entry.ts'
import { isSnapOnAtom } from '../model/snap-atoms.ts'
import { isCroppingAtom } from '../model/tool-atoms.ts'
import { viewModeAtom } from '../model/view-atoms.ts'
import { hasFitAtom } from '../model/warp-atoms.ts'
import { openPropose } from '../tools/propose-steps.ts'
import { useSync } from '../tools/use-sync.ts'
import classes from './tool-rail.module.css'

export interface MoreToolsProps {
  readonly canEdit: boolean
  readonly onSuggest: () => void
  readonly onImport: () => void
  readonly onSheet: () => void
  readonly onLocated: (position: DevicePosition) => boolean
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The tools that are needed now and then, with their words. */
export function MoreTools({ canEdit, onSuggest, onImport, onSheet, onLocated }: MoreToolsProps) {
  const { t } = useTranslation(['editor', 'places'])
  const store = useStore()
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false))
  const hasFit = useAtomValue(hasFitAtom)
  const isLocal = useAtomValue(isLocalAtom)
  const isResult = useAtomValue(viewModeAtom) === 'result'
  const isCropping = useAtomValue(isCroppingAtom)
  const [isSnapOn, setSnapOn] = useAtom(isSnapOnAtom)
  const { isSync, canSync, setSync } = useSync()
  const { locate, isBusy, problem } = useLocate(onLocated)
  const canPlace = canEdit && !isResult
  return (
    <div className={classes['more']}>
      <Menu position="right-end" width={280} opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <IconButton
            label={t('tool.moreTools')}
            word={t('tool.menu')}
            tooltipSide="right"
            color="gray"
            loading={isBusy}
          >
            <IconDots size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconBulb {...ICON} />} disabled={!hasFit || !canPlace} onClick={onSuggest}>
            <Worded
              hint={t(isResult ? 'tool.notInResult' : hasFit ? 'tool.suggestHint' : 'tool.suggestNeeds')}
            >
              {t('tool.suggest')}
            </Worded>
          </Menu.Item>
          {canEdit && !isLocal && (
            <Menu.Item
              leftSection={<IconTextScan2 {...ICON} />}
              // Its panel takes the focus, which the menu gives back to its button first.
              onClick={() => requestAnimationFrame(() => openPropose(store))}
            >
              <Worded hint={t('tool.proposeHint')}>{t('tool.propose')}</Worded>
            </Menu.Item>
          )}
          <Menu.CheckboxItem checked={isSnapOn} onChange={setSnapOn} disabled={!canPlace}>
            <Worded hint={t('snap.hint')}>{t('snap.title')}</Worded>
          </Menu.CheckboxItem>
          <Menu.CheckboxItem checked={isSync} onChange={setSync} disabled={!canSync}>
            <Worded hint={canSync ? undefined : t('tool.syncNeeds')}>{t('tool.sync')}</Worded>
          </Menu.CheckboxItem>
          <Menu.Divider />
          <Menu.Item leftSection={<IconCurrentLocation {...ICON} />} onClick={() => void locate()}>
            {t('places:locate')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMapPinCode {...ICON} />}
            disabled={!canEdit || isCropping}
            // Its field takes the focus, which the menu gives back to its button first.
            onClick={() => requestAnimationFrame(() => openPlaceEntry(store))}
          >
            {t('placeEntry.title')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconFrame {...ICON} />} disabled={!canEdit} onClick={onSheet}>
            <Worded hint={t('sheet.toolHint')}>{t('sheet.title')}</Worded>
          </Menu.Item>
          <Menu.Item leftSection={<IconFileImport {...ICON} />} disabled={!canEdit} onClick={onImport}>
            {t('tool.import')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {problem && <LocateProblem text={problem} />}
    </div>
  )
}

/** A name, and what it is for or why it waits beneath it. */
function Worded({ hint, children }: { readonly hint: string | undefined; readonly children: ReactNode }) {
  return (
    <>
      {children}
      {hint && <div className={classes['hint']}>{hint}</div>}
    </>
  )
}
