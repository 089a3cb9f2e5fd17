import { Box, Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FoundPoints,
  POINT_DECISIONS,
  type PointDecision,
} from '../../../contract/api/point-searches.ts'
import { errorText } from '../../api/api-error.ts'
import { useDecideOnPoints, usePointSearches, useSearchPoints } from '../../queries/point-search-queries.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { EmptyState, ErrorState } from '../../ui/list-states.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast-store.ts'
import { FoundRow } from './found-row.tsx'
import { NothingFound } from './nothing-found.tsx'
import classes from './point-searches.module.css'

const DECISION_OF_KEY: Readonly<Record<string, PointDecision>> = {
  y: 'accepted',
  e: 'mended',
  Delete: 'refused',
  Backspace: 'refused',
}
const STEP_OF_KEY: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, n: 1, ArrowUp: -1, p: -1 }

interface PointSearchesPageProps {
  /** Opens the editor with the points that were found. */
  readonly onMend: (mapId: string) => void
}

/** What was found for many maps in the background, surest first, for their owner to decide on. */
export function PointSearchesPage({ onMend }: PointSearchesPageProps) {
  const { t } = useTranslation('pointSearches')
  const query = usePointSearches()
  const { data } = query
  const decide = useDecideOnPoints()
  const list = useRef<HTMLOListElement>(null)
  const heading = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState<{ readonly map: FoundPoints; readonly decision: PointDecision } | null>(
    null,
  )

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-found]') ?? [])]
  const focusRow = (at: number) => {
    const all = rows()
    const row = all[Math.min(at, all.length - 1)]
    // Its first button stands for the map: what keys mean is asked of the row.
    if (row) row.querySelector('button')?.focus()
    else heading.current?.focus()
  }
  const run = async (map: FoundPoints, decision: PointDecision) => {
    // Keys that are pressed fast must not decide on a row twice.
    if (decide.isPending) return
    const at = rows().findIndex(({ dataset }) => dataset['found'] === map.mapId)
    try {
      await decide.mutateAsync({ mapId: map.mapId, decision })
    } catch (error) {
      return void toast.error(errorText(error))
    }
    if (decision === 'mended') return onMend(map.mapId)
    setLast({ map, decision })
    // The row has left the list with the next drawing.
    requestAnimationFrame(() => focusRow(at))
  }
  const takeBack = async () => {
    if (!last || decide.isPending) return
    try {
      await decide.mutateAsync({ mapId: last.map.mapId, decision: null })
      setLast(null)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const keyPressed = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'z' && last) {
      event.preventDefault()
      return void takeBack()
    }
    if (ctrlKey || metaKey || altKey) return
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-found]') : null
    const at = row ? rows().indexOf(row) : -1
    const map = data?.found[at]
    const step = STEP_OF_KEY[key]
    const decision = DECISION_OF_KEY[key]
    if (!map || (step === undefined && decision === undefined)) return
    event.preventDefault()
    if (decision) void run(map, decision)
    else if (step) focusRow(Math.max(0, at + step))
  }

  if (!data)
    return query.error ? (
      <ErrorState
        title={t('failed')}
        text={errorText(query.error)}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <LoadingIndicator />
    )
  const isEmpty = data.found.length === 0 && data.open === 0
  return (
    <Box onKeyDown={keyPressed}>
      <div ref={heading} tabIndex={-1}>
        <PageHeader title={t('title')} {...(!isEmpty && { text: t('text') })} />
      </div>
      {data.open > 0 ? <UnderWay open={data.open} current={data.current} /> : null}
      <p className={classes.last} role="status">
        {last
          ? t(`last.${last.decision === 'refused' ? 'refused' : 'accepted'}`, { title: last.map.title })
          : null}
        {last ? (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
            onClick={() => void takeBack()}
          >
            {t('takeBack')}
          </Button>
        ) : null}
      </p>
      {isEmpty ? (
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <ButtonLink to="/main" variant="default">
              {t('empty.toMaps')}
            </ButtonLink>
          }
        />
      ) : null}
      {data.found.length > 0 ? (
        <>
          <p className={classes.keys}>{t('keys')}</p>
          <ol ref={list} className={classes.list}>
            {data.found.map((map) => (
              <FoundRow key={map.mapId} map={map} onDecide={(decision) => void run(map, decision)} />
            ))}
          </ol>
        </>
      ) : null}
      {data.foundCount > data.found.length && data.found.length > 0 ? (
        <p>{t('more', { count: data.foundCount - data.found.length })}</p>
      ) : null}
      <NothingFound maps={data.nothing} count={data.nothingCount} />
      {POINT_DECISIONS.some((one) => data.decided[one] > 0) ? (
        <p className={classes.figures}>
          {t('figures', {
            accepted: data.decided.accepted,
            mended: data.decided.mended,
            refused: data.decided.refused,
          })}
        </p>
      ) : null}
    </Box>
  )
}

interface UnderWayProps {
  readonly open: number
  readonly current: { readonly title: string; readonly percent: number } | null
}

function UnderWay({ open, current }: UnderWayProps) {
  const { t } = useTranslation('pointSearches')
  const { stop } = useSearchPoints()
  return (
    <section className={classes.underWay} aria-label={t('underWay.label')}>
      <p>
        {t('underWay.open', { count: open })} {t('underWay.goesOn')}
      </p>
      {current ? (
        <div className={classes.current}>
          <span>{current.title}</span>
          <Progress value={current.percent} aria-label={current.title} />
        </div>
      ) : null}
      <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
        {t('underWay.stop')}
      </Button>
    </section>
  )
}
