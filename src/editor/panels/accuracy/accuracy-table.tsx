import { Table, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { Fragment, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'
import { Change } from '../../parts/change.tsx'
import type { AccuracyRow } from '../../model/accuracy-rows.ts'
import classes from './accuracy-table.module.css'
import { PointRow } from './point-row.tsx'
import type { PointRowActions } from './point-row.tsx'
import { nextOrder, sortedRows, type SortedBy } from '../../model/row-order.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useRowWindow } from '../../../ui/use-row-window.ts'
import { drawnRows } from '../../../ui/visible-rows.ts'

/** Height of every row, CSS px: for a mouse, for a finger. */
const ROW_PX = { mouse: 30, finger: 44 }

interface AccuracyTableProps extends PointRowActions {
  readonly rows: readonly AccuracyRow[]
  readonly selectedId: string | null
  readonly hoveredId: string | null
  readonly canEdit: boolean
  /** There are enough points for their errors to say something. */
  readonly hasErrors: boolean
  /** The transformation averages over the points, so that plain residuals say something. */
  readonly hasResiduals: boolean
  readonly onRemove: (id: string) => void
}

/**
 * Every point, with its error once there are enough points; then the worst first, in their places from when one is
 * switched until they are sorted anew. A row lights up its pair in both panes. Only rows in view are drawn, and the one
 * that the Tab key finds.
 */
export function AccuracyTable(props: AccuracyTableProps) {
  const { t } = useTranslation('editor')
  const { hasErrors } = props
  const [last, setLast] = useState(() => ({
    order: sortedRows(props.rows, hasErrors ? 'error' : 'number'),
    hasErrors,
  }))
  // Where a switched point brought the errors, its row stays beneath the pointer.
  const areErrorsNew = hasErrors && !last.hasErrors && props.rows.length > last.order.rows.length
  const next = last.order.rows === props.rows ? last.order : nextOrder(last.order, props.rows)
  const order = areErrorsNew ? sortedRows(props.rows, 'error') : next
  if (order !== last.order || hasErrors !== last.hasErrors) setLast({ order, hasErrors })
  const sort = (by: SortedBy) => setLast({ order: sortedRows(props.rows, by), hasErrors })
  const rows = order.sorted
  // Held rows are no longer in the order of their errors: a press sorts them anew.
  const sortedBy = order.isHeld ? null : order.by
  const body = useRef<HTMLTableSectionElement>(null)
  const isPhone = useIsPhone()
  const rowPx = isPhone ? ROW_PX.finger : ROW_PX.mouse
  const seen = useRowWindow(body, rows.length, rowPx)
  const ids = useMemo(() => rows.map(({ point }) => point.id), [rows])
  const { onSelect, onHover, onToggle, selectedId, canEdit } = props
  const focus = useRowFocus({
    body,
    ids,
    selectedId,
    page: seen.page,
    onRemove: canEdit ? props.onRemove : null,
  })
  const drawn = drawnRows(seen, focus.kept)
  const keysId = useId()
  return (
    <>
      <VisuallyHidden id={keysId}>
        {[t('accuracy.keys'), ...(canEdit ? [t('accuracy.keyDelete')] : [])].join(' ')}
      </VisuallyHidden>
      <VisuallyHidden>
        <Change text={sortedBy === null ? '' : t(sortedBy === 'error' ? 'said.byError' : 'said.byNumber')} />
      </VisuallyHidden>
      <Table
        className={classes['table'] ?? ''}
        aria-label={t('accuracy.title')}
        aria-describedby={keysId}
        aria-rowcount={rows.length + 1}
        verticalSpacing={0}
        style={{ '--row': `${rowPx}px` }}
        {...(isPhone && { horizontalSpacing: 6 })}
      >
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th aria-sort={sortedBy === 'number' ? 'ascending' : 'none'}>
              <SortButton
                label={t('accuracy.number')}
                name={t('accuracy.sortNumber')}
                isActive={sortedBy === 'number'}
                onClick={() => sort('number')}
              />
            </Table.Th>
            <Table.Th>{t('accuracy.use')}</Table.Th>
            {hasErrors && (
              <>
                <Table.Th
                  className={classes['number'] ?? ''}
                  aria-sort={sortedBy === 'error' ? 'descending' : 'none'}
                >
                  <Tooltip label={t('accuracy.errorHint')} multiline maw={260}>
                    <span>
                      <SortButton
                        label={t('accuracy.error')}
                        name={t('accuracy.sortError')}
                        isActive={sortedBy === 'error'}
                        onClick={() => sort('error')}
                      />
                    </span>
                  </Tooltip>
                </Table.Th>
                <Table.Th className={classes['number'] ?? ''}>{t('accuracy.errorGround')}</Table.Th>
              </>
            )}
            {hasErrors && props.hasResiduals && (
              <Table.Th className={classes['number'] ?? ''}>{t('accuracy.residual')}</Table.Th>
            )}
            <Table.Th className={`${classes['number']} ${classes['wide']} ${classes['image']}`}>
              {t('accuracy.image')}
            </Table.Th>
            <Table.Th className={`${classes['number']} ${classes['wide']} ${classes['place']}`}>
              {t('accuracy.map')}
            </Table.Th>
            <Table.Th className={classes['wide'] ?? ''}>{t('accuracy.note')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body} {...focus.on}>
          {drawn.map((at, place) => {
            const row = rows[at]
            if (row === undefined) return null
            const { id } = row.point
            return (
              <Fragment key={id}>
                <Gap px={(at - (drawn[place - 1] ?? -1) - 1) * rowPx} />
                <PointRow
                  row={row}
                  index={at + 2}
                  isSelected={selectedId === id}
                  isHovered={props.hoveredId === id}
                  isStop={focus.stopId === id}
                  isPhone={isPhone}
                  canEdit={canEdit}
                  hasErrors={hasErrors}
                  hasResiduals={props.hasResiduals}
                  onSelect={onSelect}
                  onHover={onHover}
                  onToggle={onToggle}
                />
              </Fragment>
            )
          })}
          <Gap px={(rows.length - 1 - (drawn.at(-1) ?? -1)) * rowPx} />
        </Table.Tbody>
      </Table>
    </>
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
    <UnstyledButton fz="inherit" fw={600} onClick={onClick} aria-description={name}>
      {label} {isActive && <IconArrowDown size={14} aria-hidden style={{ verticalAlign: 'middle' }} />}
    </UnstyledButton>
  )
}

/** Space in place of the rows that are not drawn. */
function Gap({ px }: { readonly px: number }) {
  return px > 0 ? <tr aria-hidden style={{ height: px }} /> : null
}
