import { Badge, Checkbox, Table, Tooltip, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lonLatOf } from '../../../contract/gcp-files/web-mercator.ts'
import { formatCoordinate, formatGround, formatPixels } from '../number-format.ts'
import { byError } from './accuracy-rows.ts'
import type { AccuracyRow } from './accuracy-rows.ts'
import classes from './accuracy-table.module.css'

interface AccuracyTableProps {
  readonly rows: readonly AccuracyRow[]
  readonly selectedId: string | null
  readonly hoveredId: string | null
  readonly canEdit: boolean
  /** The transformation averages over the points, so that plain residuals say something. */
  readonly hasResiduals: boolean
  readonly onSelect: (id: string) => void
  readonly onHover: (id: string | null) => void
  readonly onToggle: (id: string, enabled: boolean) => void
}

/** Every point with its error, worst first; a row lights up its pair in both panes. */
export function AccuracyTable(props: AccuracyTableProps) {
  const { t } = useTranslation('editor')
  const [order, setOrder] = useState<'error' | 'number'>('error')
  const rows = order === 'error' ? byError(props.rows) : props.rows
  return (
    <Table className={classes['table'] ?? ''} aria-label={t('accuracy.title')} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th aria-sort={order === 'number' ? 'ascending' : 'none'}>
            <SortButton
              label={t('accuracy.number')}
              name={t('accuracy.sortNumber')}
              isActive={order === 'number'}
              onClick={() => setOrder('number')}
            />
          </Table.Th>
          <Table.Th>{t('accuracy.use')}</Table.Th>
          <Table.Th className={classes['number'] ?? ''} aria-sort={order === 'error' ? 'descending' : 'none'}>
            <Tooltip label={t('accuracy.errorHint')} multiline maw={260}>
              <span>
                <SortButton
                  label={t('accuracy.error')}
                  name={t('accuracy.sortError')}
                  isActive={order === 'error'}
                  onClick={() => setOrder('error')}
                />
              </span>
            </Tooltip>
          </Table.Th>
          <Table.Th className={classes['number'] ?? ''}>{t('accuracy.errorGround')}</Table.Th>
          {props.hasResiduals && (
            <Table.Th className={classes['number'] ?? ''}>{t('accuracy.residual')}</Table.Th>
          )}
          <Table.Th className={classes['number'] ?? ''}>{t('accuracy.image')}</Table.Th>
          <Table.Th className={classes['number'] ?? ''}>{t('accuracy.map')}</Table.Th>
          <Table.Th>{t('accuracy.note')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <PointRow key={row.point.id} row={row} {...props} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface SortButtonProps {
  readonly label: string
  readonly name: string
  readonly isActive: boolean
  readonly onClick: () => void
}

function SortButton({ label, name, isActive, onClick }: SortButtonProps) {
  return (
    <UnstyledButton fz="inherit" fw={600} onClick={onClick} aria-label={name}>
      {label} {isActive && <IconArrowDown size={14} aria-hidden style={{ verticalAlign: 'middle' }} />}
    </UnstyledButton>
  )
}

function PointRow({ row, ...props }: AccuracyTableProps & { readonly row: AccuracyRow }) {
  const { t, i18n } = useTranslation('editor')
  const { point, number } = row
  const [lon, lat] = lonLatOf(point.map)
  const pixels = (value: number | null) =>
    value === null ? t('accuracy.none') : formatPixels(value, i18n.language)
  const cell = classes['number'] ?? ''
  return (
    <Table.Tr
      className={`${classes['row']} ${point.enabled ? '' : classes['off']}`}
      aria-selected={props.selectedId === point.id}
      data-lit={props.hoveredId === point.id || undefined}
      onPointerEnter={() => props.onHover(point.id)}
      onPointerLeave={() => props.onHover(null)}
      onClick={() => props.onSelect(point.id)}
    >
      <Table.Td>
        <UnstyledButton
          fz="inherit"
          fw={600}
          aria-label={t('point.menu', { number })}
          onClick={(event) => {
            event.stopPropagation()
            props.onSelect(point.id)
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
            {t('accuracy.suspect')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={t('accuracy.usePoint', { number })}
          checked={point.enabled}
          disabled={!props.canEdit}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => props.onToggle(point.id, event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td className={cell}>{pixels(row.errorPx)}</Table.Td>
      <Table.Td className={cell}>
        {row.errorMetres === null ? t('accuracy.none') : formatGround(row.errorMetres, i18n.language)}
      </Table.Td>
      {props.hasResiduals && <Table.Td className={cell}>{pixels(row.residualPx)}</Table.Td>}
      <Table.Td className={cell}>
        {formatCoordinate(point.image[0], i18n.language)} · {formatCoordinate(point.image[1], i18n.language)}
      </Table.Td>
      <Table.Td className={cell}>
        {lon.toFixed(5)}, {lat.toFixed(5)}
      </Table.Td>
      <Table.Td>{point.note}</Table.Td>
    </Table.Tr>
  )
}
