import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImagePoint } from '../../../../contract/control-points.ts'
import { isRough, useDatumText } from '../../parts/datum-text.ts'
import { degreesOf } from '../place-entry/place-choices.ts'
import type { Corners } from '../../model/sheet/sheet-edges.ts'
import { sheetFit } from '../../model/sheet/sheet-fit.ts'
import type { ToldCorners } from './use-told-corners.ts'

interface ToldStatusProps {
  readonly told: ToldCorners
  /** North-west first; null while it is not known where they are. */
  readonly image: Corners<ImagePoint> | null
}

/** What was understood of the sheet's sides, and whether the scan goes with it. */
export function ToldStatus({ told, image }: ToldStatusProps) {
  const { t, i18n } = useTranslation(['editor', 'sheet'])
  const datumText = useDatumText()
  if (told.kind !== 'corners')
    return (
      <Text size="sm" role="status" mih={20}>
        {told.kind === 'reading' || told.kind === 'faults' ? null : t(`sheet:told.${told.kind}`)}
      </Text>
    )
  const { corners } = told
  const datum = datumText(told.datum)
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: digits }).format(value)
  const fit = image && sheetFit(image, corners)
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        {t('sheet:from_to', {
          northWest: degreesOf(corners[0], i18n.language),
          southEast: degreesOf(corners[2], i18n.language),
        })}
      </Text>
      {fit && (
        <Text size="sm">
          {t('sheet:ground', {
            width: number(fit.widthMetres / 1000, 2),
            height: number(fit.heightMetres / 1000, 2),
            across: number(fit.across, 2),
            down: number(fit.down, 2),
          })}
        </Text>
      )}
      {fit?.isUneven && <Warning>{t('sheet:uneven')}</Warning>}
      {datum !== null && (isRough(told.datum) ? <Warning>{datum}</Warning> : <Text size="sm">{datum}</Text>)}
    </Stack>
  )
}

function Warning({ children }: { readonly children: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden color="var(--p-amber)" />
      <Text size="sm">{children}</Text>
    </Group>
  )
}
