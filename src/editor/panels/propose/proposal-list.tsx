import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../ui/announce.ts'
import { shortcutKey } from '../../../ui/shortcut-key.ts'
import { commandOf } from '../../model/editor-key.ts'
import { type Proposal, SHOWN_AT_ONCE } from '../../model/propose/proposals.ts'
import {
  chosenProposalAtom,
  hoveredProposalIdAtom,
  moreProposalsAtom,
  showMoreProposalsAtom,
  shownProposalsAtom,
} from '../../model/propose/propose-atoms.ts'
import {
  acceptProposals,
  chooseProposal,
  dismissProposals,
  proposeCommand,
  stepProposal,
} from '../../tools/propose-steps.ts'
import { Diamond } from './diamond.tsx'
import classes from './propose-panel.module.css'
import { RegionButton, type Region, RegionText } from './region-line.tsx'
import { useShowProposals } from './use-show-proposals.ts'

interface ProposalListProps {
  readonly region: Region
  readonly onClose: () => void
  /** None is left. */
  readonly onSettled: () => void
}

/** The proposed points, of which one is chosen; what is done with it, and with all of them. */
export function ProposalList({ region, onClose, onSettled }: ProposalListProps) {
  const { t } = useTranslation('propose')
  const store = useStore()
  const shown = useAtomValue(shownProposalsAtom)
  const more = useAtomValue(moreProposalsAtom)
  const showMore = useSetAtom(showMoreProposalsAtom)
  const chosen = useAtomValue(chosenProposalAtom)
  useShowProposals()
  const isSettled = shown.length === 0
  const settled = useEffectEvent(onSettled)
  useEffect(() => {
    if (isSettled && document.activeElement === document.body) settled()
  }, [isSettled])
  const moreButton = more > 0 && (
    <Button size="compact-sm" variant="subtle" onClick={showMore}>
      {t('more', { number: Math.min(more, SHOWN_AT_ONCE) })}
    </Button>
  )
  // What was found in the whole world is not looked for in a part of it.
  const elsewhere = region.near && <RegionButton region={region} variant="subtle" />
  if (!chosen)
    return (
      <>
        <Text size="sm" role="status">
          {t('settled')}
        </Text>
        <div className={classes['row']}>
          <Button size="sm" onClick={onClose}>
            {t('done')}
          </Button>
          {moreButton}
          {elsewhere}
        </div>
      </>
    )
  return (
    <>
      <Text size="sm" role="status">
        {t('found', { count: shown.length })} <RegionText near={region.near} />
      </Text>
      <Options shown={shown} chosen={chosen} />
      <div className={classes['row']}>
        <Button size="sm" title={t('acceptHint')} onClick={() => acceptProposals(store, [chosen])}>
          {t('accept', { letter: chosen.letter })}
        </Button>
        <Button size="sm" variant="default" onClick={() => dismissProposals(store, [chosen])}>
          {t('dismiss')}
        </Button>
      </div>
      <div className={classes['row']} data-quiet>
        <Button size="compact-sm" variant="subtle" onClick={() => acceptProposals(store, shown)}>
          {t('acceptAll', { number: shown.length })}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => dismissProposals(store, shown)}>
          {t('dismissAll')}
        </Button>
        {moreButton}
        {elsewhere}
      </div>
    </>
  )
}

interface OptionsProps {
  readonly shown: readonly Proposal[]
  readonly chosen: Proposal
}

function Options({ shown, chosen }: OptionsProps) {
  const { t } = useTranslation('propose')
  const store = useStore()
  const list = useRef<HTMLDivElement>(null)
  const [id, keysId] = [useId(), useId()]
  const [hoveredId, hover] = useAtom(hoveredProposalIdAtom)
  const words = ({ letter, proposed, sureness }: Proposal) =>
    `${letter}: ${proposed.name}, ${t('read', { word: proposed.read })}, ${t(`odds.${sureness}`)}`
  const said = useRef(chosen.id)
  const say = useEffectEvent(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
    // The list itself says what is chosen in it.
    if (said.current !== chosen.id && document.activeElement !== list.current) announce(words(chosen))
    said.current = chosen.id
  })
  useEffect(() => say(), [chosen.id])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    const edge = key === 'Home' ? shown[0] : key === 'End' ? shown.at(-1) : undefined
    const press = {
      key: shortcutKey(event.nativeEvent),
      ctrl: event.ctrlKey || event.metaKey,
      shift: event.shiftKey,
    }
    const command = commandOf({ ...press, alt: event.altKey, focus: 'page' }, true)
    if (step !== 0) stepProposal(store, step)
    else if (edge) chooseProposal(store, edge)
    else if (key === 'Enter') acceptProposals(store, [chosen])
    else if (!command || !proposeCommand(store, command)) return
    event.preventDefault()
  }
  return (
    <>
      <VisuallyHidden id={keysId}>{t('keys')}</VisuallyHidden>
      <div
        ref={list}
        className={classes['list']}
        role="listbox"
        tabIndex={0}
        aria-label={t('title')}
        aria-describedby={keysId}
        aria-activedescendant={`${id}-${chosen.id}`}
        onKeyDown={onKeyDown}
        onPointerLeave={() => hover(null)}
      >
        {shown.map((proposal) => (
          <div
            key={proposal.id}
            id={`${id}-${proposal.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={proposal === chosen}
            aria-label={words(proposal)}
            data-lit={proposal.id === hoveredId || undefined}
            className={classes['option']}
            onPointerEnter={() => hover(proposal.id)}
            // The list keeps the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              list.current?.focus({ preventScroll: true })
            }}
            onClick={() => chooseProposal(store, proposal)}
            onKeyDown={onKeyDown}
          >
            <Diamond letter={proposal.letter} isLit={proposal === chosen || proposal.id === hoveredId} />
            <span className={classes['names']}>
              <b>{proposal.proposed.name}</b>
              <small>{t('read', { word: proposal.proposed.read })}</small>
            </span>
            <span className={classes['odds']}>{t(`odds.${proposal.sureness}`)}</span>
          </div>
        ))}
      </div>
    </>
  )
}
