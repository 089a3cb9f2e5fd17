import { Button, Drawer, Text } from '@mantine/core'
import { IconAdjustments, IconCrop, IconPlus } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLayer } from '../../ui/use-layer.ts'
import { MapSettings } from '../overlay/map-settings.tsx'
import { shownSideAtom } from '../state/view-atoms.ts'
import { croppingAtom } from '../tools/tool-atoms.ts'
import classes from './phone-controls.module.css'
import { SyncSwitch } from './tool-rail.tsx'
import { MarkDoneButton } from './top-bar.tsx'
import type { TopBarProps } from './top-bar.tsx'
import { TransformButton } from './transform-button.tsx'
import { SideSwitch } from './view-switch.tsx'

interface PhoneControlsProps extends Pick<TopBarProps, 'settings' | 'transform' | 'menu' | 'markDone'> {
  readonly onAdd: () => void
  readonly onCrop: () => void
}

/** What the thumb reaches: the toggle of the panes, "Add point" in the middle, and all else in a drawer. */
export function PhoneControls({ settings, transform, menu, markDone, onAdd, onCrop }: PhoneControlsProps) {
  const { t } = useTranslation('editor')
  const [side, setSide] = useAtom(shownSideAtom)
  const [isOpen, setOpen] = useState(false)
  const isCropping = useAtomValue(croppingAtom) !== null
  useLayer(isOpen, () => setOpen(false))
  return (
    <div className={classes['bar']} data-thumb-bar>
      <div data-tour-target="sides">
        <SideSwitch side={side} onChange={setSide} />
      </div>
      <div className={classes['add']} data-tour-target="add">
        <IconButton
          label={t(isCropping ? 'crop.addCorner' : 'tool.addPoint')}
          hint={t(isCropping ? 'crop.addCornerHint' : 'tool.addPointHint')}
          variant="filled"
          size={56}
          radius="xl"
          disabled={!settings.canEdit}
          onClick={onAdd}
        >
          <IconPlus size={28} stroke={2} aria-hidden />
        </IconButton>
      </div>
      <div className={classes['more']} data-tour-target="controls">
        <IconButton
          label={t('tool.controls')}
          color="gray"
          size={48}
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          <IconAdjustments size={22} stroke={1.75} aria-hidden />
        </IconButton>
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
          {markDone && <MarkDoneButton {...markDone} />}
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
              {t(isCropping ? 'crop.done' : 'crop.title')}
            </Button>
          </section>
        )}
        <section className={classes['section']}>
          <SyncSwitch />
          <MapSettings {...settings} />
        </section>
      </Drawer>
    </div>
  )
}
