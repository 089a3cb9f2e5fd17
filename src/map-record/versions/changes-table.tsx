import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatGround, formatPixels } from '../../ui/number-format.ts'
import type { PointChange, PointChanges } from './point-changes.ts'
import classes from './versions.module.css'

/** Rows that are shown; a map has at most 2,000 points, of which a later overlay may have moved every one. */
const MOST_ROWS = 500

interface ChangesTableProps extends PointChanges {
  readonly chosenKey: string | null
  readonly onChoose: (change: PointChange) => void
}

/** The points that differ: what has become of each, and how far it went. A row shows its point on the map. */
export function ChangesTable({ changes, same, chosenKey, onChoose }: ChangesTableProps) {
  const { t, i18n } = useTranslation('versions')
  const counted = (kind: PointChange['kind']) => changes.filter((change) => change.kind === kind).length
  const counts = KINDS.map((kind) => [kind, counted(kind)] as const).filter(([, count]) => count > 0)
  return (
    <section aria-label={t('table.name')}>
      <Text size="sm" mb={6}>
        {changes.length === 0
          ? t('table.none', { count: same })
          : [
              ...counts.map(([kind, count]) => t(`table.count.${kind}`, { count })),
              t('table.same', { count: same }),
            ].join(' · ')}
      </Text>
      {changes.length > 0 && (
        <Table className={classes.table} aria-label={t('table.name')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('table.point')}</Table.Th>
              <Table.Th scope="col">{t('table.change')}</Table.Th>
              <Table.Th scope="col">{t('table.onMap')}</Table.Th>
              <Table.Th scope="col">{t('table.onScan')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.slice(0, MOST_ROWS).map((change) => (
              <Table.Tr key={change.key} data-chosen={change.key === chosenKey}>
                <Table.Th scope="row">
                  <button
                    type="button"
                    className={classes.pointButton}
                    aria-pressed={change.key === chosenKey}
                    aria-label={t('table.show', { number: change.number })}
                    onClick={() => onChoose(change)}
                  >
                    {t('table.number', { number: change.number })}
                  </button>
                </Table.Th>
                <Table.Td>
                  <span className={classes.kind} data-kind={change.kind} aria-hidden />
                  {t(`table.kind.${change.kind}`)}
                </Table.Td>
                <Table.Td>{change.metres > 0 ? formatGround(change.metres, i18n.language) : '–'}</Table.Td>
                <Table.Td>
                  {change.pixels > 0
                    ? t('table.pixels', { px: formatPixels(change.pixels, i18n.language) })
                    : '–'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {changes.length > MOST_ROWS && (
        <Text size="sm">{t('table.more', { count: changes.length - MOST_ROWS })}</Text>
      )}
    </section>
  )
}

const KINDS = ['moved', 'added', 'removed', 'switchedOn', 'switchedOff', 'noted'] as const
