import { CloseButton, Paper, Title } from '@mantine/core'
import { useStore } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayer } from '../../../ui/use-layer.ts'
import { panesAtom } from '../../model/tool-atoms.ts'
import { CLOSES_BY_ESCAPE } from '../../tools/use-editor-keys.ts'
import { Nothing } from './nothing.tsx'
import { ProposalList } from './proposal-list.tsx'
import classes from './propose-panel.module.css'
import { Problem, Reading, Waiting } from './reading.tsx'
import { useProposalMarks } from './use-proposal-marks.tsx'
import { ScanWords, type ScanWordsProps } from './words/scan-words.tsx'
import { regionInView, useProposing } from './use-proposing.ts'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'

export interface ProposePanelProps {
  readonly mapId: string
  /** The user may correct the words on the scan. */
  readonly canCorrect: boolean
  readonly onClose: () => void
}

/** Points that the names on the scan propose: from reading the names to accepting points. */
export function ProposePanel({ mapId, canCorrect, onClose }: ProposePanelProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('propose')
  const store = useStore()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  useProposalMarks()
  // What opened it may be gone, as the question where a map is.
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const close = () => {
    const hadFocus = panel.current?.contains(document.activeElement)
    onClose()
    if (hadFocus) store.get(panesAtom).map.current?.focus()
  }
  // Back on a phone closes it before it leaves the page.
  useLayer(isPhone, close, { leavesKeys: true })
  return (
    <div className={classes['frame']}>
      <Paper
        component="section"
        ref={panel}
        tabIndex={-1}
        withBorder
        className={classes['panel'] ?? ''}
        aria-labelledby={titleId}
        data-propose
        {...{ [CLOSES_BY_ESCAPE]: '' }}
        onKeyDown={({ key }: { readonly key: string }) => {
          if (key === 'Escape') close()
        }}
      >
        <div className={classes['head']}>
          <Title order={2} size="h5" id={titleId}>
            {t('title')}
          </Title>
          <CloseButton aria-label={t('close')} className="touch-target" onClick={close} />
        </div>
        <Stage
          mapId={mapId}
          canCorrect={canCorrect}
          onClose={close}
          // A button that was pressed for the last time takes the focus with it.
          onSettled={() => panel.current?.focus({ preventScroll: true })}
        />
      </Paper>
    </div>
  )
}

/** The words that were read, behind a press. */
function WordsOfScan({ mapId, lettering }: ScanWordsProps) {
  const { t } = useTranslation('propose')
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('words.title', { count: lettering.words.length })}</summary>
      {isOpen ? <ScanWords mapId={mapId} lettering={lettering} /> : null}
    </details>
  )
}

interface StageProps {
  readonly mapId: string
  readonly canCorrect: boolean
  readonly onClose: () => void
  readonly onSettled: () => void
}

function Stage({ mapId, canCorrect, onClose, onSettled }: StageProps) {
  const { t } = useTranslation('propose')
  const store = useStore()
  const { lettering, isUnderWay, hasWords, proposing, begin, stop, read, ask } = useProposing(mapId)
  const { data } = lettering
  if (!data) {
    if (lettering.error) return <Problem error={lettering.error} onRetry={() => void lettering.refetch()} />
    return <Waiting text={t('looking.state')} />
  }
  if (isUnderWay) return <Reading lettering={data} isStopping={stop.isPending} onStop={() => stop.mutate()} />
  if (begin.isPending) return <Waiting text={t('reading.begins')} />
  if (begin.error) return <Problem error={begin.error} action={t('reading.begin')} onRetry={read} />
  if (!hasWords)
    return (
      <Problem
        text={t(data.state === 'failed' ? 'reading.failed' : 'reading.none')}
        action={t('reading.begin')}
        onRetry={read}
      />
    )
  switch (proposing.phase) {
    case 'idle':
      return <Waiting text={t('looking.state')} />
    case 'asking':
      return <Waiting text={t(proposing.near ? 'looking.near' : 'looking.world')} />
    case 'failed':
      return <Problem error={proposing.error} onRetry={() => void ask(proposing.near)} />
    case 'answered': {
      const region = {
        near: proposing.near,
        onWorld: () => void ask(null),
        onNear: () => void ask(regionInView(store)),
      }
      return (
        <>
          {proposing.proposals.length > 0 ? (
            <ProposalList region={region} onClose={onClose} onSettled={onSettled} />
          ) : (
            <Nothing reason={proposing.reason} region={region} onByHand={onClose} />
          )}
          {canCorrect ? <WordsOfScan mapId={mapId} lettering={data} /> : null}
        </>
      )
    }
  }
}
