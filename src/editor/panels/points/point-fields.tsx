import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlPoint } from '../../../../contract/control-points.ts'
import { lonLatOf, mapPointOf } from '../../../../contract/web-mercator.ts'
import { easting180 } from '../../../../contract/worlds.ts'
import type { Side } from '../../../map/pane-props.ts'
import { type Axis, degreesOf, typedAngle, typedLatLon } from '../../model/place-entry/typed-angles.ts'

export interface PointFieldsProps {
  readonly point: ControlPoint
  readonly side: Side
  readonly onMoveTo: (place: readonly [number, number]) => void
  readonly onNote: (note: string) => void
}

/** The place of a point on one side in numbers, and its note. */
export function PointFields({ point, side, onMoveTo, onNote }: PointFieldsProps) {
  const { t } = useTranslation('editor')
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
        {point.proposed && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('point.fromNameRead', { ...point.proposed })}
          </Text>
        )}
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
  const [first] = useState(() => lonLatOf([easting180(given[0]), given[1]]).map(shortDegrees))
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
