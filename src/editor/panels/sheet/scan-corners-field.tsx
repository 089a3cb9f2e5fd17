import { Button, NativeSelect, Radio, Stack } from '@mantine/core'
import { useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import { type ImageSource, type SheetForm, SOURCES, startPicking } from '../../model/sheet/sheet-state.ts'
import type { ImageCorners } from './use-image-corners.ts'

/** Corners of a sheet, clockwise. */
export const CORNER_NAMES = ['northWest', 'northEast', 'southEast', 'southWest'] as const

interface ScanCornersFieldProps {
  readonly form: SheetForm
  readonly corners: ImageCorners
  readonly onChange: (change: Partial<SheetForm>) => void
}

/** Where the sheet's corners lie on the scan. */
export function ScanCornersField({ form, corners, onChange }: ScanCornersFieldProps) {
  const { t } = useTranslation(['editor', 'sheet'])
  const store = useStore()
  const { bySource, frame, source } = corners
  const label = (one: ImageSource) =>
    one === 'frame'
      ? t(`sheet:frame.${frame}`)
      : one === 'crop'
        ? t(bySource.crop ? 'sheet:crop.there' : 'sheet:crop.none')
        : t(bySource.picked ? 'sheet:picked.there' : 'sheet:picked.none')
  return (
    <Stack gap={8}>
      <Radio.Group
        label={t('sheet:onScan')}
        value={source}
        onChange={(value) => onChange({ source: SOURCES.find((one) => one === value) ?? null })}
      >
        <Stack gap={8} mt={4}>
          {SOURCES.map((one) => (
            <Radio
              key={one}
              value={one}
              label={label(one)}
              disabled={one !== 'picked' && !bySource[one] && !(one === 'frame' && frame === 'looking')}
            />
          ))}
        </Stack>
      </Radio.Group>
      {source === 'picked' ? (
        <Button
          variant="default"
          onClick={() =>
            startPicking(
              store,
              'corners',
              CORNER_NAMES.map((name) => t(`sheet:corner.${name}`)),
            )
          }
        >
          {t(bySource.picked ? 'sheet:picked.again' : 'sheet:picked.begin')}
        </Button>
      ) : (
        <NativeSelect
          label={t('sheet:turn')}
          value={String(form.turn)}
          data={CORNER_NAMES.map((name, index) => ({
            value: String(index),
            label: t(`sheet:corner.${name}`),
          }))}
          onChange={({ currentTarget: { value } }) => onChange({ turn: Number(value) })}
        />
      )}
    </Stack>
  )
}
