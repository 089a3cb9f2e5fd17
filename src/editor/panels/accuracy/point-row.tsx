import { Badge, Checkbox, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { lonLatOf } from '../../../../contract/web-mercator.ts'
import { easting180 } from '../../../../contract/worlds.ts'
import { formatCoordinate, formatDegrees, formatGround, formatPixels } from '../../../ui/number-format.ts'
import type { AccuracyRow } from '../../model/accuracy-rows.ts'
import classes from './accuracy-table.module.css'

export interface PointRowActions {
  readonly onSelect: (id: string) => void
  readonly onHover: (id: string | null) => void
  readonly onToggle: (id: string, enabled: boolean) => void
}

interface PointRowProps extends PointRowActions {
  readonly row: AccuracyRow
  /** Its row in the whole table, 1 for the head. */
  readonly index: number
  readonly isSelected: boolean
  readonly isHovered: boolean
  /** Its controls are found by the Tab key; those of the other rows by the arrows. */
  readonly isStop: boolean
  readonly canEdit: boolean
  readonly hasErrors: boolean
  readonly hasResiduals: boolean
  readonly isPhone: boolean
}

function PlainPointRow({
  row,
  index,
  isSelected,
  isHovered,
  isStop,
  canEdit,
  hasErrors,
  hasResiduals,
  isPhone,
  ...on
}: PointRowProps) {
  const { t, i18n } = useTranslation('editor')
  const { point, number } = row
  const [lon, lat] = lonLatOf([easting180(point.map[0]), point.map[1]])
  const pixels = (value: number | null) =>
    value === null ? t('accuracy.none') : formatPixels(value, i18n.language)
  const cell = classes['number'] ?? ''
  const tabIndex = isStop ? 0 : -1
  const origin = point.proposed && t('point.fromNameRead', { ...point.proposed })
  const noteTitle = [point.note, origin].filter(Boolean).join('. ') || undefined
  return (
    <Table.Tr
      className={`${classes['row']} ${point.enabled ? '' : classes['off']}`}
      aria-selected={isSelected}
      aria-rowindex={index}
      data-point={point.id}
      data-lit={isHovered || undefined}
      onPointerEnter={() => on.onHover(point.id)}
      onPointerLeave={() => on.onHover(null)}
      onClick={() => on.onSelect(point.id)}
    >
      <Table.Td>
        <UnstyledButton
          fz="inherit"
          fw={600}
          tabIndex={tabIndex}
          data-control="number"
          aria-label={t('point.menu', { number })}
          onClick={(event) => {
            event.stopPropagation()
            on.onSelect(point.id)
          }}
        >
          {number}
        </UnstyledButton>{' '}
        {row.suspect && (
          <Badge
            size="xs"
            color="amber"
            variant="light"
            leftSection={<IconAlertTriangle size={11} aria-hidden />}
          >
            {isPhone ? <VisuallyHidden>{t('accuracy.suspect')}</VisuallyHidden> : t('accuracy.suspect')}
          </Badge>
        )}
      </Table.Td>
      {/* The whole cell is the finger's target. */}
      <Table.Td
        onClick={(event) => {
          event.stopPropagation()
          if (canEdit && !(event.target instanceof HTMLInputElement)) on.onToggle(point.id, !point.enabled)
        }}
      >
        <Checkbox
          size={isPhone ? 'md' : 'xs'}
          tabIndex={tabIndex}
          data-control="use"
          aria-label={t('accuracy.usePoint', { number })}
          checked={point.enabled}
          disabled={!canEdit}
          onChange={(event) => on.onToggle(point.id, event.currentTarget.checked)}
        />
      </Table.Td>
      {hasErrors && (
        <>
          <Table.Td className={cell}>{pixels(row.errorPx)}</Table.Td>
          <Table.Td className={cell}>
            {row.errorMetres === null ? t('accuracy.none') : formatGround(row.errorMetres, i18n.language)}
          </Table.Td>
        </>
      )}
      {hasErrors && hasResiduals && <Table.Td className={cell}>{pixels(row.residualPx)}</Table.Td>}
      <Table.Td className={`${cell} ${classes['wide']}`}>
        {formatCoordinate(point.image[0], i18n.language)} · {formatCoordinate(point.image[1], i18n.language)}
      </Table.Td>
      <Table.Td className={`${cell} ${classes['wide']}`}>
        {formatDegrees(lat, i18n.language)} · {formatDegrees(lon, i18n.language)}
      </Table.Td>
      <Table.Td className={`${classes['note']} ${classes['wide']}`} title={noteTitle}>
        {point.note ?? (point.proposed && <i>{t('point.fromName', { name: point.proposed.name })}</i>)}
      </Table.Td>
    </Table.Tr>
  )
}

/** One point of the table; drawn anew only when what it says changes, not whenever another point moves. */
export const PointRow = memo(PlainPointRow, (before, after) => {
  const { row: was, ...rest } = before
  const { row: is, ...now } = after
  return (
    was.point === is.point &&
    was.number === is.number &&
    was.errorPx === is.errorPx &&
    was.errorMetres === is.errorMetres &&
    was.residualPx === is.residualPx &&
    was.suspect === is.suspect &&
    Object.entries(rest).every(([name, value]) => value === now[name as keyof typeof now])
  )
})
