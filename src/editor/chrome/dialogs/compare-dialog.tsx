import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import {
  type DocumentChoice,
  documentDifference,
  mergeDocuments,
  type PointDifference,
  settingsThatDiffer,
} from '../../../drafts/document-difference.ts'
import { pointNumber } from '../../../drafts/editor-document.ts'
import type { EditorDocument } from '../../../drafts/editor-document.ts'
import { CompareRows, rowOf, SETTINGS, type SideChoices, sideOfRow } from './compare-rows.tsx'
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

export interface CompareDialogProps {
  readonly title: string
  readonly map: ComparedMap
  readonly mine: Side
  readonly theirs: Side
  readonly onChoose: (choice: DocumentChoice) => void
  readonly onClose: () => void
}

/**
 * Two states of a map's points side by side: where they differ on the scan, and in words. One of them is chosen, or for
 * each difference one of both.
 */
export function CompareDialog({ title, map, mine, theirs, onChoose, onClose }: CompareDialogProps) {
  const { t } = useTranslation(['compare', 'editor'])
  /** Null: one of both is chosen as a whole. */
  const [choices, setChoices] = useState<SideChoices | null>(null)
  const points = documentDifference(mine.document, theirs.document)
  const differing = points.filter(({ kind }) => kind !== 'same')
  const counted = (kind: PointDifference['kind']) => points.filter((point) => point.kind === kind).length
  const typeOf = ({ document }: Side) => t(`editor:settings.${document.transformationType}Short`)
  const settings = settingsThatDiffer(mine.document, theirs.document)
    .map((setting) =>
      setting === 'type' ? t('type', { mine: typeOf(mine), theirs: typeOf(theirs) }) : t(setting),
    )
    .join('; ')
  const merge = () => {
    if (!choices) return
    const merged = mergeDocuments(mine.document, theirs.document, {
      sideOf: (point) => sideOfRow(choices, rowOf(point)),
      settings: sideOfRow(choices, SETTINGS),
    })
    onChoose({ merged })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': t('editor:compare.close') }}
    >
      <Stack gap="sm">
        <div className={classes['sides']}>
          <SideCard mark="mine" side={mine} only={counted('mine')}>
            {choices === null && (
              <Button size="sm" onClick={() => onChoose('mine')}>
                {t('use')}
              </Button>
            )}
          </SideCard>
          <SideCard mark="theirs" side={theirs} only={counted('theirs')}>
            {choices === null && (
              <Button size="sm" variant="default" onClick={() => onChoose('theirs')}>
                {t('use')}
              </Button>
            )}
          </SideCard>
        </div>
        <Text size="sm" c="dimmed">
          {t('counts', { same: counted('same'), changed: counted('changed') })}
        </Text>
        <Picture map={map} points={points} />
        {(differing.length > 0 || settings !== '') && (
          <CompareRows
            points={differing}
            numberOf={numberOf}
            settings={settings}
            choices={choices}
            onChoices={setChoices}
          />
        )}
        {choices === null ? (
          <Button
            variant="subtle"
            className={classes['each'] ?? ''}
            onClick={() => setChoices({ all: 'mine', ofRow: new Map() })}
          >
            {t('each')}
          </Button>
        ) : (
          <Button className={classes['each'] ?? ''} onClick={merge}>
            {t('merge')}
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {t('help')}
        </Text>
      </Stack>
    </Dialog>
  )

  function numberOf(point: PointDifference): string {
    const own = point.mine ? pointNumber(mine.document, point.mine.id) : 0
    return t('editor:point.number', {
      number: own || pointNumber(theirs.document, point.theirs?.id ?? ''),
    })
  }
}

interface SideCardProps {
  readonly mark: 'mine' | 'theirs'
  readonly side: Side
  /** Points that the other does not have. */
  readonly only: number
  /** Chooses it. */
  readonly children: ReactNode
}

function SideCard({ mark, side, only, children }: SideCardProps) {
  const { t } = useTranslation('compare')
  return (
    <section className={classes['side']} aria-label={side.name}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <span className={classes['mark']} data-mark={mark} aria-hidden />
        <Text fw={600} size="sm">
          {side.name}
        </Text>
      </Group>
      <Text size="sm">{t('only', { count: only })}</Text>
      {children}
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
