import { Button, Group, Menu, NumberInput, Paper, Stack, Text, TextInput } from '@mantine/core'
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
import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlPoint } from '../../../../contract/control-points.ts'
import { lonLatOf, mapPointOf } from '../../../../contract/web-mercator.ts'
import { type Axis, degreesOf, typedAngle, typedLatLon } from '../../model/place-entry/typed-angles.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useLayer } from '../../../ui/use-layer.ts'
import { ToolButton } from '../../parts/tool-button.tsx'
import type { Side } from '../../../map/pane-props.ts'

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
          <ToolButton icon={IconMessage} label={t('point.comment')} onClick={props.onComment} />
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
        <Menu.Item leftSection={<IconMessage {...ICON} />} onClick={props.onComment}>
          {t('point.comment')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function PointFields(props: PointMenuProps) {
  const { t } = useTranslation('editor')
  const { point, side, onMoveTo, onNote } = props
  const [note, setNote] = useState(point.note ?? '')
  const [place, setPlace] = useState<Place | null>(side === 'scan' ? point.image : point.map)
  const [isAsked, setAsked] = useState(false)
  const given = side === 'scan' ? point.image : point.map
  const apply = () => {
    setAsked(true)
    if (!place) return
    if (place !== given) onMoveTo(place)
    onNote(note)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Stack gap={4} p={4} maw={350}>
        {side === 'scan' ? (
          <ScanFields given={point.image} onChange={setPlace} />
        ) : (
          <MapFields given={point.map} isAsked={isAsked} onChange={setPlace} />
        )}
        <TextInput
          label={t('point.note')}
          placeholder={t('point.notePlaceholder')}
          size="xs"
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t('point.apply')}
        </Button>
      </Stack>
    </form>
  )
}

type Place = readonly [number, number]

interface PlaceFieldsProps {
  readonly given: Place
  /** Null: what is typed is no place. */
  readonly onChange: (place: Place | null) => void
}

function ScanFields({ given, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation('editor')
  const [typed, setTyped] = useState<readonly [number | string, number | string]>(given)
  const change = (next: typeof typed) => {
    setTyped(next)
    const isPlace = next.every((value) => value !== '' && Number.isFinite(Number(value)))
    onChange(isPlace ? [Number(next[0]), Number(next[1])] : null)
  }
  const common = { size: 'xs', hideControls: true, decimalScale: 2 } as const
  return (
    <Group gap={6} grow wrap="nowrap" align="flex-start">
      <NumberInput
        {...common}
        label={t('point.pixelX')}
        value={typed[0]}
        error={typed[0] === '' && t('point.pixelWrong')}
        onChange={(value) => change([value, typed[1]])}
      />
      <NumberInput
        {...common}
        label={t('point.pixelY')}
        value={typed[1]}
        error={typed[1] === '' && t('point.pixelWrong')}
        onChange={(value) => change([typed[0], value])}
      />
    </Group>
  )
}

/** To a hundredth of a metre, without zeros that say nothing. */
const shortDegrees = (degrees: number) => String(Number(degrees.toFixed(7)))

/** Degrees in the forms of the field for places; a pair that is pasted into one of the two fills both. */
function MapFields({ given, isAsked, onChange }: PlaceFieldsProps & { readonly isAsked: boolean }) {
  const { t } = useTranslation('editor')
  const [first] = useState(() => lonLatOf(given).map(shortDegrees))
  const [lon, setLon] = useState(first[0] ?? '')
  const [lat, setLat] = useState(first[1] ?? '')
  // What is half typed is no fault yet.
  const [left, setLeft] = useState<readonly string[]>([])
  const change = (latText: string, lonText: string) => {
    setLat(latText)
    setLon(lonText)
    if (latText === first[1] && lonText === first[0]) return onChange(given)
    const [y, x] = [degreesOf(latText, 'lat'), degreesOf(lonText, 'lon')]
    onChange(x === null || y === null ? null : mapPointOf(x, y))
  }
  const paste = (event: ClipboardEvent) => {
    const pair = typedLatLon(event.clipboardData.getData('text'))
    if (!pair) return
    event.preventDefault()
    change(shortDegrees(pair[0]), shortDegrees(pair[1]))
  }
  const faultOf = (text: string, axis: Axis) => {
    if (!(isAsked || left.includes(axis)) || degreesOf(text, axis) !== null) return null
    const isFar = (typedAngle(text)?.axis ?? axis) === axis && typedAngle(text) !== null
    return t(isFar ? `point.${axis}Far` : `point.${axis}Wrong`)
  }
  const common = {
    size: 'xs',
    autoComplete: 'off',
    spellCheck: false,
    maxLength: 60,
    onPaste: paste,
  } as const
  return (
    <Group gap={6} grow wrap="nowrap" align="flex-start">
      <TextInput
        {...common}
        label={t('point.lat')}
        value={lat}
        error={faultOf(lat, 'lat')}
        onBlur={() => setLeft([...left, 'lat'])}
        onChange={(event) => change(event.currentTarget.value, lon)}
      />
      <TextInput
        {...common}
        label={t('point.lon')}
        value={lon}
        error={faultOf(lon, 'lon')}
        onBlur={() => setLeft([...left, 'lon'])}
        onChange={(event) => change(lat, event.currentTarget.value)}
      />
    </Group>
  )
}
