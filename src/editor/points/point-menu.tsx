import { Button, Group, NumberInput, Paper, Stack, Text, TextInput } from '@mantine/core'
import {
  IconArrowsMove,
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
import type { ControlPoint } from '../../../contract/control-points.ts'
import { lonLatOf, mapPointOf } from '../../../contract/web-mercator.ts'
import { ToolButton } from '../frame/tool-button.tsx'
import type { Side } from '../../map/pane-props.ts'

export interface PointMenuProps {
  readonly point: ControlPoint
  readonly number: number
  readonly side: Side
  readonly canPredict: boolean
  /** Other points that are still missing until a prediction is possible. */
  readonly predictNeeds: number
  readonly isPhone: boolean
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
  readonly onComment: () => void
  readonly onClose: () => void
}

/** The toolbar of a selected point; "move" unfolds number fields, so that a point moves without dragging. */
export function PointMenu(props: PointMenuProps) {
  const { t } = useTranslation('editor')
  const { point, number, isPhone, canEdit } = props
  const [isMoving, setMoving] = useState(false)
  // All of them in one line of a phone.
  const size = isPhone ? 40 : 36
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
      <Group gap={isPhone ? 0 : 2} wrap={isPhone ? 'wrap' : 'nowrap'} justify="center">
        <Text
          size="sm"
          fw={600}
          px={isPhone ? 4 : 6}
          style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          {/* A phone's line has no room for more. */}
          {isPhone ? number : t('point.number', { number })}
        </Text>
        {canEdit && (
          <EditTools {...props} size={size} isMoving={isMoving} onMoving={() => setMoving(!isMoving)} />
        )}
        <ToolButton icon={IconMessage} label={t('point.comment')} size={size} onClick={props.onComment} />
        <ToolButton icon={IconX} label={t('point.close')} size={size} onClick={props.onClose} />
      </Group>
      {isMoving && canEdit && (
        <PointFields key={`${point.id} ${point.image.join()} ${point.map.join()}`} {...props} />
      )}
    </Paper>
  )
}

interface EditToolsProps extends PointMenuProps {
  readonly size: number
  readonly isMoving: boolean
  readonly onMoving: () => void
}

/** What changes the point. */
function EditTools(props: EditToolsProps) {
  const { t } = useTranslation('editor')
  const { point, canPredict, size, isMoving } = props
  return (
    <>
      <ToolButton
        icon={IconArrowsMove}
        label={t('point.move')}
        hint={t('point.moveHint')}
        size={size}
        expanded={isMoving}
        pressed={isMoving}
        onClick={props.onMoving}
      />
      <ToolButton
        icon={IconMapPinCode}
        label={t('placeEntry.title')}
        shortcut="G"
        size={size}
        onClick={props.onPlaceEntry}
      />
      <ToolButton icon={IconZoomIn} label={t('point.magnify')} size={size} onClick={props.onMagnify} />
      <ToolButton
        icon={IconTargetArrow}
        label={t('point.predict')}
        size={size}
        disabled={!canPredict}
        {...(!canPredict && {
          hint: point.enabled
            ? t('point.predictNeeds', { count: props.predictNeeds })
            : t('point.predictOff'),
        })}
        onClick={props.onPredict}
      />
      <ToolButton
        icon={point.enabled ? IconEyeOff : IconEye}
        label={t(point.enabled ? 'point.disable' : 'point.enable')}
        size={size}
        onClick={props.onToggle}
      />
      <ToolButton
        icon={IconTrash}
        label={t('point.delete')}
        shortcut="Delete"
        color="vermilion"
        size={size}
        onClick={props.onDelete}
      />
    </>
  )
}

function PointFields({ point, side, onMoveTo, onNote }: PointMenuProps) {
  const { t } = useTranslation('editor')
  const given = side === 'scan' ? point.image : lonLatOf(point.map)
  const [place, setPlace] = useState<readonly [number | string, number | string]>(given)
  const [note, setNote] = useState(point.note ?? '')
  const [x, y] = [Number(place[0]), Number(place[1])]
  const isValid =
    place[0] !== '' &&
    place[1] !== '' &&
    Number.isFinite(x) &&
    Number.isFinite(y) &&
    (side === 'scan' || (Math.abs(x) <= 180 && Math.abs(y) <= 85))
  const [labelX, labelY] =
    side === 'scan' ? [t('point.pixelX'), t('point.pixelY')] : [t('point.lon'), t('point.lat')]
  const apply = () => {
    if (!isValid) return
    if (x !== given[0] || y !== given[1]) onMoveTo(side === 'scan' ? [x, y] : mapPointOf(x, y))
    onNote(note)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Stack gap={6} p={6} maw={300}>
        <Group gap={6} grow wrap="nowrap">
          <NumberInput
            label={labelX}
            size="xs"
            hideControls
            decimalScale={side === 'scan' ? 2 : 7}
            value={place[0]}
            onChange={(value) => setPlace([value, place[1]])}
          />
          <NumberInput
            label={labelY}
            size="xs"
            hideControls
            decimalScale={side === 'scan' ? 2 : 7}
            value={place[1]}
            onChange={(value) => setPlace([place[0], value])}
          />
        </Group>
        <TextInput
          label={t('point.note')}
          placeholder={t('point.notePlaceholder')}
          size="xs"
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" disabled={!isValid}>
          {t('point.apply')}
        </Button>
      </Stack>
    </form>
  )
}
