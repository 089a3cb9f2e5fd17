import { Alert, Button, Progress, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pyramid } from '../../../../workers/raster/raster-client.ts'
import type { MapSource } from '../../model/source-of-map.ts'
import { MatchPicture } from './match-picture.tsx'
import classes from './match.module.css'
import {
  isTaken,
  type Matched,
  type MatchedPoint,
  matchedPoints,
  surenessOf,
} from '../../model/matched-source.ts'
import type { Match, MatchState } from './use-match.ts'

interface MatchPartProps {
  readonly match: Match
  readonly source: MapSource
  readonly scan: Pyramid
}

/** Offers to compare another map's scan with this one, and shows where its points would lie before they are taken. */
export function MatchPart({ match, source, scan }: MatchPartProps) {
  const { t } = useTranslation('match')
  const { state, start, stop, forget } = match
  const outcome = useRef<HTMLDivElement>(null)
  const { phase } = state
  useEffect(() => {
    // It may have grown beyond the dialog's edge.
    if (phase !== 'idle') outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [phase])
  if (source.scanPath === null) return null
  const [press, label] =
    state.phase === 'running'
      ? ([stop, 'stop'] as const)
      : state.phase === 'matched'
        ? ([forget, 'forget'] as const)
        : ([() => start(source), 'start'] as const)
  return (
    <Stack gap="xs" role="group" aria-label={t('title')}>
      {state.phase !== 'matched' && <Text size="sm">{t('offer')}</Text>}
      {/* One button all along, so that the focus stays on it. */}
      <Button variant="default" mih={44} onClick={press}>
        {t(label)}
      </Button>
      {state.phase === 'running' && (
        <Progress value={100 * state.progress.share} aria-label={t('title')} animated />
      )}
      <div role="status" ref={outcome}>
        <Outcome state={state} />
      </div>
      {state.phase === 'matched' && (
        <Proposed matched={state.matched} other={state.other} source={source} scan={scan} />
      )}
    </Stack>
  )
}

/** What is being done, or how it came out, in words. */
function Outcome({ state }: { readonly state: MatchState }) {
  const { t, i18n } = useTranslation(['match', 'editor'])
  if (state.phase === 'idle') return null
  if (state.phase === 'running') return <Text size="sm">{t(`step.${state.progress.step}`)}</Text>
  if (state.phase === 'stopped') return <Text size="sm">{t('stopped')}</Text>
  if (state.phase !== 'matched')
    return (
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
        {state.phase === 'unreadable'
          ? t('unreadable', { why: t(`editor:load.fault.${state.code}`) })
          : t(`${state.phase}`)}
      </Alert>
    )
  const { matched } = state
  const points = matchedPoints(matched)
  const sureness = surenessOf(matched)
  const miss = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(matched.missPx)
  const share = Math.round(100 * matched.alikeShare)
  const Icon = sureness === 'unsure' ? IconAlertTriangle : IconInfoCircle
  return (
    <Alert color={sureness === 'unsure' ? 'yellow' : 'green'} icon={<Icon aria-hidden />}>
      <Text size="sm" fw={600}>
        {t(`${sureness}`)}
      </Text>
      <Text size="sm">{t('spots', { count: matched.spots, miss, share })}</Text>
      <Text size="sm">{t('taken', { count: points.filter(isTaken).length, all: points.length })}</Text>
      <LeftOut points={points} kind="outside" />
      <LeftOut points={points} kind="different" />
    </Alert>
  )
}

interface LeftOutProps {
  readonly points: readonly MatchedPoint[]
  readonly kind: 'outside' | 'different'
}

function LeftOut({ points, kind }: LeftOutProps) {
  const { t, i18n } = useTranslation('match')
  const numbers = points.filter((point) => point.kind === kind).map(({ number }) => String(number))
  if (numbers.length === 0) return null
  const list = new Intl.ListFormat(i18n.language).format(numbers)
  return <Text size="sm">{t(`leftOut.${kind}`, { count: numbers.length, numbers: list })}</Text>
}

interface ProposedProps {
  readonly matched: Matched
  readonly other: Pyramid
  readonly source: MapSource
  readonly scan: Pyramid
}

/** The points on both scans, and a list of them. */
function Proposed({ matched, other, source, scan }: ProposedProps) {
  const { t, i18n } = useTranslation('match')
  const points = matchedPoints(matched).filter(isTaken)
  const px = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(value)
  const there = points.flatMap(({ number }) => {
    const point = source.file.points[number - 1]
    return point ? [{ number, place: point.image }] : []
  })
  if (points.length === 0) return null
  return (
    <>
      <div className={classes['pictures'] ?? ''}>
        <MatchPicture scan={other} caption={t('otherScan')} points={there} />
        <MatchPicture scan={scan} caption={t('thisScan')} points={points} />
      </div>
      {/* A list that scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes['list'] ?? ''} tabIndex={0} role="region" aria-label={t('points')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('number')}</Table.Th>
              <Table.Th scope="col">{t('place')}</Table.Th>
              <Table.Th scope="col">{t('how')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points.map(({ number, kind, place: [x, y] }) => (
              <Table.Tr key={number}>
                <Table.Td>{number}</Table.Td>
                <Table.Td>{`${px(x)} · ${px(y)}`}</Table.Td>
                <Table.Td>{t(kind === 'found' ? 'seen' : 'reckoned')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" c="dimmed">
        {t('errors')}
      </Text>
    </>
  )
}
