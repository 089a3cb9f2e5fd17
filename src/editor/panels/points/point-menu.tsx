import { Group, Menu, Paper, Text } from '@mantine/core'
import {
  IconArrowsMove,
  IconDots,
  IconEye,
  IconEyeOff,
  IconMapPinCode,
  IconMessage,
  IconTargetArrow,
  IconTrash,
  IconX,
  IconZoomIn,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlPoint } from '../../../../contract/control-points.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyNeeded } from '../../../ui/lazy-needed.tsx'
import { useLayer } from '../../../ui/use-layer.ts'
import { ToolButton } from '../../parts/tool-button.tsx'
import type { Side } from '../../../map/pane-props.ts'
import type { PointFieldsProps } from './point-fields.tsx'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'

const PointFields = lazyNeeded<PointFieldsProps>(async () => (await import('./point-fields.tsx')).PointFields)

export interface PointMenuProps {
  readonly point: ControlPoint
  readonly number: number
  readonly side: Side
  readonly canPredict: boolean
  /** Other points that are still missing until a prediction is possible. */
  readonly predictNeeds: number
  /** False: the point may be looked at and commented on. */
  readonly canEdit: boolean
  readonly onDelete: () => void
  /** Coordinates or a name for its map side are to be typed. */
  readonly onPlaceEntry: () => void
  readonly onMagnify: () => void
  readonly onPredict: () => void
  readonly onToggle: () => void
  readonly onMoveTo: (place: readonly [number, number]) => void
  readonly onNote: (note: string) => void
  /** Undefined: nobody else sees the point. */
  readonly onComment: (() => void) | undefined
  readonly onClose: () => void
}

/** The toolbar of a selected point; "move" unfolds number fields, so that a point moves without dragging. */
export function PointMenu(props: PointMenuProps) {
  const { t } = useTranslation('editor')
  const { point, number, canEdit } = props
  const isPhone = useIsPhone()
  const [isMoving, setMoving] = useState(false)
  return (
    <Paper
      role="toolbar"
      aria-label={t('point.menu', { number })}
      shadow="md"
      withBorder
      p={4}
      radius="md"
      bg="var(--p-surface)"
    >
      <Group gap={isPhone ? 0 : 2} wrap="nowrap" justify="center">
        <Text
          size="sm"
          fw={600}
          px={isPhone ? 4 : 6}
          style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          {/* A phone's line has no room for more. */}
          {isPhone ? number : t('point.number', { number })}
        </Text>
        {canEdit && <EditTools {...props} isMoving={isMoving} onMoving={() => setMoving(!isMoving)} />}
        {canEdit ? (
          <MoreOfPoint {...props} />
        ) : (
          props.onComment && (
            <ToolButton icon={IconMessage} label={t('point.comment')} onClick={props.onComment} />
          )
        )}
        <ToolButton icon={IconX} label={t('point.close')} size={isPhone ? 44 : 36} onClick={props.onClose} />
      </Group>
      {isMoving && canEdit && (
        <PointFields key={`${point.id} ${point.image.join()} ${point.map.join()}`} {...props} />
      )}
    </Paper>
  )
}

interface EditToolsProps extends PointMenuProps {
  readonly isMoving: boolean
  readonly onMoving: () => void
}

/** What is done with a point most. */
function EditTools({ isMoving, onMoving, onMagnify, onDelete }: EditToolsProps) {
  const { t } = useTranslation('editor')
  return (
    <>
      <ToolButton
        icon={IconArrowsMove}
        label={t('point.move')}
        word={t('point.move')}
        hint={t('point.moveHint')}
        expanded={isMoving}
        pressed={isMoving}
        onClick={onMoving}
      />
      <ToolButton
        icon={IconZoomIn}
        label={t('point.magnify')}
        word={t('point.magnify')}
        onClick={onMagnify}
      />
      <ToolButton
        icon={IconTrash}
        label={t('point.delete')}
        word={t('word.delete')}
        shortcut="Delete"
        color="vermilion"
        onClick={onDelete}
      />
    </>
  )
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What is done with a point now and then. */
function MoreOfPoint(props: PointMenuProps) {
  const { t } = useTranslation('editor')
  const { point, canPredict } = props
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false))
  return (
    <Menu position="bottom-end" width={240} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <IconButton label={t('point.more')} word={t('tool.menu')} color="gray">
          <IconDots size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconMapPinCode {...ICON} />}
          // Its field takes the focus, which the menu gives back to its button first.
          onClick={() => requestAnimationFrame(props.onPlaceEntry)}
        >
          {t('placeEntry.title')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTargetArrow {...ICON} />}
          disabled={!canPredict}
          onClick={props.onPredict}
        >
          {t('point.predict')}
          {!canPredict && (
            <Text size="xs" c="dimmed">
              {point.enabled ? t('point.predictNeeds', { count: props.predictNeeds }) : t('point.predictOff')}
            </Text>
          )}
        </Menu.Item>
        <Menu.Item
          leftSection={point.enabled ? <IconEyeOff {...ICON} /> : <IconEye {...ICON} />}
          onClick={props.onToggle}
        >
          {t(point.enabled ? 'point.disable' : 'point.enable')}
        </Menu.Item>
        {props.onComment && (
          <Menu.Item leftSection={<IconMessage {...ICON} />} onClick={props.onComment}>
            {t('point.comment')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
