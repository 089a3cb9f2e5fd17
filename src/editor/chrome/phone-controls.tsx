import { Button, Drawer, Text } from '@mantine/core'
import {
  IconAdjustments,
  IconCheck,
  IconCrop,
  IconFrame,
  IconHandGrab,
  IconHandMove,
  IconPlus,
  IconTextScan2,
} from '@tabler/icons-react'
import { useAtomValue, useStore } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MIN_CONTROL_POINTS } from '../../../contract/constants.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLayer } from '../../ui/use-layer.ts'
import { MapSettings } from '../panels/overlay/map-settings.tsx'
import { isLocalAtom } from '../model/local-map.ts'
import { enabledCountAtom } from '../model/document-atoms.ts'
import { shownSideAtom } from '../model/view-atoms.ts'
import { useBringForward } from '../panes/use-bring-forward.ts'
import { openPropose } from '../tools/propose-steps.ts'
import { pullAtCross } from '../tools/pull-at-cross.ts'
import { isCroppingAtom, isLayingAtom, isPullingAtom, pullingAtom } from '../model/tool-atoms.ts'
import { hasFitAtom } from '../model/warp-atoms.ts'
import { pickingAtom } from '../model/sheet/sheet-state.ts'
import classes from './phone-controls.module.css'
import { MapTurningSwitch } from '../parts/turn-buttons.tsx'
import { SnapSwitch } from '../parts/snap-switch.tsx'
import { SyncSwitch } from '../parts/sync-switch.tsx'
import { MarkDoneButton } from './top-bar.tsx'
import type { TopBarProps } from './top-bar.tsx'
import { TransformButton } from './transform-button.tsx'
import { SideSwitch } from './view-switch.tsx'

interface PhoneControlsProps extends Pick<TopBarProps, 'settings' | 'transform' | 'menu' | 'markDone'> {
  /** One pane is shown at a time. */
  readonly hasSides: boolean
  readonly onAdd: () => void
  readonly onCrop: () => void
  readonly onLay: () => void
  readonly onSheet: () => void
}

/** What the thumb reaches: the toggle of the panes, "Add point" in the middle, and all else in a drawer. */
export function PhoneControls(props: PhoneControlsProps) {
  const { settings, transform, menu, markDone, onCrop, onLay, onSheet } = props
  const { t } = useTranslation('editor')
  const store = useStore()
  const side = useAtomValue(shownSideAtom)
  const bringForward = useBringForward()
  const [isOpen, setOpen] = useState(false)
  const isCropping = useAtomValue(isCroppingAtom)
  const [isLaying, isPulling] = [useAtomValue(isLayingAtom), useAtomValue(isPullingAtom)]
  const isLay = isLaying || isPulling
  const hasFit = useAtomValue(hasFitAtom)
  const isLocal = useAtomValue(isLocalAtom)
  // From three points on it is the next thing to do, and while a tool has the bar it is not.
  const isTransformNear =
    useAtomValue(enabledCountAtom) >= MIN_CONTROL_POINTS && settings.canEdit && !isCropping && !isLay
  useLayer(isOpen, () => setOpen(false))
  // Once a transform has begun, the bar above tells how far it is, and the overlay changes beneath the drawer.
  const isTransforming = transform.percent !== undefined
  const [wasTransforming, setWasTransforming] = useState(isTransforming)
  if (isTransforming !== wasTransforming) {
    setWasTransforming(isTransforming)
    if (isTransforming) setOpen(false)
  }
  // What has ended the editing is said above the panes.
  const { canEdit } = settings
  const [couldEdit, setCouldEdit] = useState(canEdit)
  if (canEdit !== couldEdit) {
    setCouldEdit(canEdit)
    if (!canEdit) setOpen(false)
  }
  return (
    <div className={classes['place']} data-thumb-bar>
      <div className={classes['bar']}>
        {props.hasSides && (
          <div className={classes['sides']} data-tour-target="sides">
            <SideSwitch side={side} onChange={bringForward} />
          </div>
        )}
        <div className={classes['add']} data-tour-target="add">
          <MainButton {...props} />
        </div>
        <div className={classes['end']}>
          {isTransformNear && <TransformButton {...transform} isWorded />}
          <div className={classes['more']} data-tour-target="controls">
            <IconButton
              label={t('tool.controls')}
              color="gray"
              size={48}
              aria-expanded={isOpen}
              aria-description={transform.isPending ? t('transform.pending') : undefined}
              data-pending={transform.isPending}
              onClick={() => setOpen(true)}
            >
              <IconAdjustments size={22} stroke={1.75} aria-hidden />
            </IconButton>
            {transform.isPending && !isTransformNear && <span className={classes['dot']} aria-hidden />}
          </div>
        </div>
      </div>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="auto"
        title={t('tool.controls')}
        closeButtonProps={{ 'aria-label': t('point.close') }}
      >
        <section className={classes['section']}>
          <Text fw={600} size="sm">
            {t('tool.transformSection')}
          </Text>
          <TransformButton {...transform} isWide />
          {markDone && (
            <MarkDoneButton
              {...markDone}
              onMark={() => {
                setOpen(false)
                markDone.onMark()
              }}
            />
          )}
        </section>
        {menu.isPublic !== undefined && (
          <section className={classes['section']}>
            <Text fw={600} size="sm">
              {t('tool.visibilitySection')}: {t(menu.isPublic ? 'tool.isPublic' : 'tool.isPrivate')}
            </Text>
            <Button variant="default" onClick={menu.onTogglePublic}>
              {t(menu.isPublic ? 'tool.makePrivate' : 'tool.makePublic')}
            </Button>
          </section>
        )}
        {menu.onEditDetails && (
          <section className={classes['section']}>
            <Text fw={600} size="sm">
              {t('tool.detailsSection')}
            </Text>
            <Button
              variant="default"
              onClick={() => {
                setOpen(false)
                menu.onEditDetails?.()
              }}
            >
              {t('tool.details')}
            </Button>
          </section>
        )}
        {settings.canEdit && (
          <section className={classes['section']}>
            <Button
              variant="default"
              leftSection={<IconCrop size={18} stroke={1.75} aria-hidden />}
              onClick={() => {
                setOpen(false)
                onCrop()
              }}
            >
              {t(isCropping ? 'crop.stop' : 'crop.title')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconHandMove size={18} stroke={1.75} aria-hidden />}
              onClick={() => {
                setOpen(false)
                onLay()
              }}
            >
              {t(isLay ? 'lay.stop' : hasFit ? 'lay.pullTitle' : 'lay.title')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFrame size={18} stroke={1.75} aria-hidden />}
              onClick={() => {
                setOpen(false)
                onSheet()
              }}
            >
              {t('sheet.title')}
            </Button>
            {!isLocal && (
              <Button
                variant="default"
                leftSection={<IconTextScan2 size={18} stroke={1.75} aria-hidden />}
                onClick={() => {
                  setOpen(false)
                  openPropose(store)
                }}
              >
                {t('tool.propose')}
              </Button>
            )}
          </section>
        )}
        <section className={classes['section']}>
          {settings.canEdit && <SnapSwitch />}
          <SyncSwitch />
          <MapTurningSwitch />
          <MapSettings {...settings} />
        </section>
      </Drawer>
    </div>
  )
}

/** What the thumb does most: adds what the tool of now adds. */
function MainButton({ settings, onAdd }: PhoneControlsProps) {
  const { t } = useTranslation('editor')
  const store = useStore()
  const isCropping = useAtomValue(isCroppingAtom)
  const isLaying = useAtomValue(isLayingAtom)
  const pulling = useAtomValue(pullingAtom)
  const isHeld = pulling?.held?.by === 'cross'
  const isPicking = useAtomValue(pickingAtom) !== null
  const [label, hint, Glyph, act] = pulling
    ? ([
        t(isHeld ? 'lay.letGo' : 'lay.take'),
        t('lay.takeHint'),
        isHeld ? IconCheck : IconHandGrab,
        () => pullAtCross(store),
      ] as const)
    : ([
        t(isPicking ? 'sheet.pick.take' : isCropping ? 'crop.addCorner' : 'tool.addPoint'),
        t(isPicking ? 'sheet.pick.takeHint' : isCropping ? 'crop.addCornerHint' : 'tool.addPointHint'),
        IconPlus,
        onAdd,
      ] as const)
  // The panel of the sheet has the button that fixes it, in words.
  if (isLaying) return null
  return (
    <IconButton
      label={label}
      hint={hint}
      variant="filled"
      size={56}
      radius="xl"
      disabled={!settings.canEdit}
      onClick={act}
    >
      <Glyph size={28} stroke={2} aria-hidden />
    </IconButton>
  )
}
