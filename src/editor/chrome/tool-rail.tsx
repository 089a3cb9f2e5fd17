import { Switch } from '@mantine/core'
import {
  IconBulb,
  IconCrop,
  IconFileImport,
  IconFrame,
  IconHandMove,
  IconLink,
  IconPlus,
} from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { MIN_CONTROL_POINTS } from '../../../contract/constants.ts'
import type { DevicePosition } from '../../places/device-position.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import { LocateMe } from '../../places/locate-me.tsx'
import { PlaceSearchButton } from '../../places/place-search-button.tsx'
import { pointCountAtom } from '../model/document-atoms.ts'
import { SnapButton } from '../parts/snap-switch.tsx'
import { isSyncAtom, viewModeAtom } from '../model/view-atoms.ts'
import { croppingAtom, layingAtom, pullingAtom } from '../model/tool-atoms.ts'
import { hasFitAtom } from '../model/warp-atoms.ts'
import classes from './tool-rail.module.css'
import { ToolButton } from '../parts/tool-button.tsx'

interface ToolRailProps extends PlaceTools {
  readonly canEdit: boolean
  readonly onAdd: () => void
  readonly onSuggest: () => void
  readonly onImport: () => void
  readonly onSheet: () => void
  readonly onCrop: () => void
  readonly onLay: () => void
}

/** The desktop's tools, at the left over the scan. */
export function ToolRail(props: ToolRailProps) {
  const { t } = useTranslation('editor')
  const hasFit = useAtomValue(hasFitAtom)
  const isResult = useAtomValue(viewModeAtom) === 'result'
  const isCropping = useAtomValue(croppingAtom) !== null
  const isLaying = useAtomValue(layingAtom) !== null
  const isPulling = useAtomValue(pullingAtom) !== null
  // What is only looked at takes no points.
  const canPlace = props.canEdit && !isResult
  return (
    <div className={classes['rail']} role="toolbar" aria-label={t('tool.group')} aria-orientation="vertical">
      <ToolButton
        tooltipSide="right"
        icon={IconPlus}
        label={t('tool.addPoint')}
        hint={t(isResult ? 'tool.notInResult' : 'tool.addPointHint')}
        shortcut="A"
        variant="filled"
        color="verdigris"
        disabled={!canPlace}
        onClick={props.onAdd}
      />
      <ToolButton
        tooltipSide="right"
        icon={IconHandMove}
        label={t(hasFit && !isLaying ? 'lay.pullTitle' : 'lay.title')}
        hint={t(hasFit && !isLaying ? 'lay.pullToolHint' : 'lay.toolHint')}
        shortcut="L"
        pressed={isLaying || isPulling}
        disabled={!props.canEdit}
        onClick={props.onLay}
      />
      <ToolButton
        tooltipSide="right"
        icon={IconBulb}
        label={t('tool.suggest')}
        hint={t(isResult ? 'tool.notInResult' : hasFit ? 'tool.suggestHint' : 'tool.suggestNeeds')}
        disabled={!hasFit || !canPlace}
        onClick={props.onSuggest}
      />
      <SnapButton disabled={!canPlace} />
      <SyncButton />
      <div className={classes['line']} />
      <PlaceButtons {...props} />
      <div className={classes['line']} />
      <ToolButton
        tooltipSide="right"
        icon={IconCrop}
        label={t('crop.title')}
        hint={t('crop.toolHint')}
        shortcut="C"
        pressed={isCropping}
        disabled={!props.canEdit}
        onClick={props.onCrop}
      />
      <ToolButton
        tooltipSide="right"
        icon={IconFrame}
        label={t('sheet.title')}
        hint={t('sheet.toolHint')}
        disabled={!props.canEdit}
        onClick={props.onSheet}
      />
      <ToolButton
        tooltipSide="right"
        icon={IconFileImport}
        label={t('tool.import')}
        disabled={!props.canEdit}
        onClick={props.onImport}
      />
    </div>
  )
}

/** Whether the panes move together, and whether they can: it takes three points on each side. */
function useSync() {
  const [isSync, setSync] = useAtom(isSyncAtom)
  const canSync = useAtomValue(pointCountAtom) >= MIN_CONTROL_POINTS
  return { isSync: isSync && canSync, canSync, setSync }
}

function SyncButton() {
  const { t } = useTranslation('editor')
  const { isSync, canSync, setSync } = useSync()
  return (
    <ToolButton
      tooltipSide="right"
      icon={IconLink}
      label={t('tool.sync')}
      hint={canSync ? undefined : t('tool.syncNeeds')}
      pressed={isSync}
      disabled={!canSync}
      onClick={() => setSync(!isSync)}
    />
  )
}

/** The same as a switch with its words, for the phone's drawer. */
export function SyncSwitch() {
  const { t } = useTranslation('editor')
  const { isSync, canSync, setSync } = useSync()
  return (
    <Switch
      label={t('tool.sync')}
      description={canSync ? undefined : t('tool.syncNeeds')}
      checked={isSync}
      disabled={!canSync}
      onChange={(event) => setSync(event.currentTarget.checked)}
    />
  )
}

export interface PlaceTools {
  readonly isSearchOpen: boolean
  readonly onSearchOpen: (isOpen: boolean) => void
  readonly onFound: (place: FoundPlace | null) => void
  readonly onLocated: (position: DevicePosition) => boolean
}

/** Search for a place, and find the device. */
export function PlaceButtons({ isSearchOpen, onSearchOpen, onFound, onLocated }: PlaceTools) {
  return (
    <>
      <PlaceSearchButton
        opened={isSearchOpen}
        onOpenedChange={onSearchOpen}
        shortcut="/"
        onPick={onFound}
        onClear={() => onFound(null)}
      />
      <LocateMe onLocated={onLocated} />
    </>
  )
}
