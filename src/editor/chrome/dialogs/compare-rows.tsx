import { SegmentedControl, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type DocumentSide,
  type PointChange,
  pointChanges,
  type PointDifference,
} from '../../../drafts/document-difference.ts'
import { formatLength } from '../../../places/length-text.ts'
import classes from './compare-dialog.module.css'

/** Of which side each difference is taken; `all`: where nothing else is chosen. */
export interface SideChoices {
  readonly all: DocumentSide
  /** By the id of the point, or `SETTINGS`. */
  readonly ofRow: ReadonlyMap<string, DocumentSide>
}

export const SETTINGS = 'settings'
export const rowOf = ({ mine, theirs }: PointDifference): string => (mine ?? theirs)?.id ?? ''
export const sideOfRow = ({ all, ofRow }: SideChoices, row: string): DocumentSide => ofRow.get(row) ?? all

/** Rows of the list; more are counted. */
const MOST_ROWS = 100

interface CompareRowsProps {
  /** Points that differ. */
  readonly points: readonly PointDifference[]
  readonly numberOf: (point: PointDifference) => string
  /** In what the settings differ, in words; empty: in nothing. */
  readonly settings: string
  /** Null: both are only looked at. */
  readonly choices: SideChoices | null
  readonly onChoices: (choices: SideChoices) => void
}

/** In what two states of a map differ, point by point, and which of them is taken for each. */
export function CompareRows({ points, numberOf, settings, choices, onChoices }: CompareRowsProps) {
  const { t } = useTranslation('compare')
  const wordsOf = usePointWords()
  const sides = [
    { value: 'mine', label: t('first') },
    { value: 'theirs', label: t('second') },
  ]
  /** What one side has alone is taken or left out. */
  const sidesOf = ({ kind }: PointDifference) =>
    kind === 'changed'
      ? sides
      : [
          { value: 'mine', label: t(kind === 'mine' ? 'take' : 'leave') },
          { value: 'theirs', label: t(kind === 'mine' ? 'leave' : 'take') },
        ]
  const choiceOf = (row: string, what: string, data: typeof sides) =>
    choices && (
      <Table.Td className={classes['choice']}>
        <SegmentedControl
          size="xs"
          data={data}
          value={sideOfRow(choices, row)}
          aria-label={t('named', { what })}
          onChange={(side) => onChoices({ ...choices, ofRow: new Map(choices.ofRow).set(row, asSide(side)) })}
        />
      </Table.Td>
    )
  const more = points.length - MOST_ROWS
  return (
    // A list that scrolls must be reachable by keyboard (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['list']} role="region" aria-label={t('list')} tabIndex={0}>
      <Table>
        <Table.Tbody>
          {choices && (
            <Table.Tr>
              <Table.Td colSpan={2}>{t('rest')}</Table.Td>
              <Table.Td className={classes['choice']}>
                <SegmentedControl
                  size="xs"
                  data={sides}
                  value={choices.ofRow.size === 0 ? choices.all : ''}
                  aria-label={t('named', { what: t('rest') })}
                  onChange={(side) => onChoices({ all: asSide(side), ofRow: new Map() })}
                />
              </Table.Td>
            </Table.Tr>
          )}
          {settings !== '' && (
            <Table.Tr>
              <Table.Td>{t('settings')}</Table.Td>
              <Table.Td>{settings}</Table.Td>
              {choiceOf(SETTINGS, t('settings'), sides)}
            </Table.Tr>
          )}
          {points.slice(0, MOST_ROWS).map((point) => (
            <Table.Tr key={rowOf(point)}>
              <Table.Td>{numberOf(point)}</Table.Td>
              <Table.Td dir="auto">{wordsOf(point)}</Table.Td>
              {choiceOf(rowOf(point), numberOf(point), sidesOf(point))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 && <Text size="sm">{t(choices ? 'moreAs' : 'more', { count: more })}</Text>}
    </div>
  )
}

const asSide = (value: string): DocumentSide => (value === 'theirs' ? 'theirs' : 'mine')

/** Says what is different of a point. */
function usePointWords(): (point: PointDifference) => string {
  const { t, i18n } = useTranslation(['compare', 'editor'])
  const words = (change: PointChange): string => {
    switch (change.kind) {
      case 'image':
        return t('point.image', {
          distance: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(change.pixels),
        })
      case 'map':
        return t('point.map', { distance: formatLength(change.metres, i18n.language) })
      case 'off':
        return t(change.side === 'mine' ? 'point.offMine' : 'point.offTheirs')
      case 'note':
        return t('point.note', { mine: quoted(change.mine), theirs: quoted(change.theirs) })
      case 'origin':
        return t('point.origin', { mine: quoted(change.mine), theirs: quoted(change.theirs) })
    }
  }
  const quoted = (text: string) => (text === '' ? t('point.noNote') : `“${text}”`)
  return (point) => {
    if (point.kind === 'changed') return pointChanges(point).map(words).join('; ')
    const only = t(point.kind === 'mine' ? 'point.mine' : 'point.theirs')
    const { note, proposed } = point.mine ?? point.theirs ?? {}
    return [only, note ?? (proposed && t('editor:point.fromName', { name: proposed.name }))]
      .filter(Boolean)
      .join(' · ')
  }
}
