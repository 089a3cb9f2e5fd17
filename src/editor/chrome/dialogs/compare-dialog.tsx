import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { documentDifference } from '../../../drafts/document-difference.ts'
import type { PointDifference } from '../../../drafts/document-difference.ts'
import { pointNumber } from '../../../drafts/editor-document.ts'
import type { EditorDocument } from '../../../drafts/editor-document.ts'
import classes from './compare-dialog.module.css'

/** The scan behind the points. */
export interface ComparedMap {
  readonly thumbnail: string
  readonly width: number
  readonly height: number
}

interface Side {
  readonly name: string
  readonly document: EditorDocument
}

interface CompareDialogProps {
  readonly title: string
  readonly map: ComparedMap
  readonly mine: Side
  readonly theirs: Side
  readonly onChoose: (choice: 'mine' | 'theirs') => void
  readonly onClose: () => void
}

/** Rows of the list; more say their number only. */
const MOST_ROWS = 100

/** Two states of a map's points side by side: where they differ on the scan, and a list. One of them is chosen. */
export function CompareDialog({ title, map, mine, theirs, onChoose, onClose }: CompareDialogProps) {
  const { t } = useTranslation('editor')
  const points = documentDifference(mine.document, theirs.document)
  const differing = points.filter(({ kind }) => kind !== 'same')
  const counted = (kind: PointDifference['kind']) => points.filter((point) => point.kind === kind).length
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': t('compare.close') }}
    >
      <Stack gap="sm">
        <div className={classes['sides']}>
          <SideCard mark="mine" side={mine} only={counted('mine')} onChoose={() => onChoose('mine')} />
          <SideCard
            mark="theirs"
            side={theirs}
            only={counted('theirs')}
            onChoose={() => onChoose('theirs')}
          />
        </div>
        <Text size="sm" c="dimmed">
          {t('compare.counts', { same: counted('same'), changed: counted('changed') })}
          {mine.document.transformationType !== theirs.document.transformationType &&
            ` ${t('compare.types', {
              mine: t(`settings.${mine.document.transformationType}Short`),
              theirs: t(`settings.${theirs.document.transformationType}Short`),
            })}`}
        </Text>
        <Picture map={map} points={points} />
        {differing.length > 0 && (
          // A list that scrolls must be reachable by keyboard (WCAG 2.1.1).
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={classes['list']} role="region" aria-label={t('compare.list')} tabIndex={0}>
            <Table>
              <Table.Tbody>
                {differing.slice(0, MOST_ROWS).map((point) => (
                  <Table.Tr key={(point.mine ?? point.theirs)?.id}>
                    <Table.Td>{numberOf(point)}</Table.Td>
                    <Table.Td>{t(`compare.point.${point.kind}`)}</Table.Td>
                    <Table.Td>{point.mine?.note ?? point.theirs?.note}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {differing.length > MOST_ROWS && (
              <Text size="sm">{t('compare.more', { count: differing.length - MOST_ROWS })}</Text>
            )}
          </div>
        )}
        <Text size="sm" c="dimmed">
          {t('compare.help')}
        </Text>
      </Stack>
    </Dialog>
  )

  function numberOf(point: PointDifference): string {
    const own = point.mine ? pointNumber(mine.document, point.mine.id) : 0
    return t('point.number', { number: own || pointNumber(theirs.document, point.theirs?.id ?? '') })
  }
}

interface SideCardProps {
  readonly mark: 'mine' | 'theirs'
  readonly side: Side
  /** Points that the other does not have. */
  readonly only: number
  readonly onChoose: () => void
}

function SideCard({ mark, side, only, onChoose }: SideCardProps) {
  const { t } = useTranslation('editor')
  return (
    <section className={classes['side']} aria-label={side.name}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <span className={classes['mark']} data-mark={mark} aria-hidden />
        <Text fw={600} size="sm">
          {side.name}
        </Text>
      </Group>
      <Text size="sm">{t('compare.only', { count: only })}</Text>
      <Button size="sm" variant={mark === 'mine' ? 'filled' : 'default'} onClick={onChoose}>
        {t('compare.use')}
      </Button>
    </section>
  )
}

/** Both sets of points over a small picture of the scan; the list beside it says the same in words. */
function Picture({
  map,
  points,
}: {
  readonly map: ComparedMap
  readonly points: readonly PointDifference[]
}) {
  const size = Math.max(map.width, map.height) / 50
  return (
    <svg className={classes['picture']} viewBox={`0 0 ${map.width} ${map.height}`} aria-hidden>
      <image href={map.thumbnail} width={map.width} height={map.height} preserveAspectRatio="none" />
      {points.map(({ kind, mine, theirs }) => (
        <g key={(mine ?? theirs)?.id} data-kind={kind}>
          {kind === 'changed' && mine && theirs && (
            <line
              x1={mine.image[0]}
              y1={mine.image[1]}
              x2={theirs.image[0]}
              y2={theirs.image[1]}
              strokeWidth={size / 4}
            />
          )}
          {theirs && kind !== 'same' && (
            <rect
              data-mark="theirs"
              x={theirs.image[0] - size * 0.7}
              y={theirs.image[1] - size * 0.7}
              width={size * 1.4}
              height={size * 1.4}
              strokeWidth={size / 3}
            />
          )}
          {mine && (
            <circle
              data-mark={kind === 'same' ? 'same' : 'mine'}
              cx={mine.image[0]}
              cy={mine.image[1]}
              r={kind === 'same' ? size * 0.5 : size * 0.6}
              strokeWidth={size / 5}
            />
          )}
        </g>
      ))}
    </svg>
  )
}
