import { Button, Group, Text, Title } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useIsLowAndWide, useIsPhone } from '../../ui/use-is-mobile.ts'
import { committedDocumentAtom, enabledCountAtom } from '../model/document-atoms.ts'
import { halfPairAtom, isLayingAtom, isPullingAtom, layingAtom } from '../model/tool-atoms.ts'
import {
  isOverlayOffAtom,
  isPairExplainedAtom,
  isTutorialAtom,
  liveOpacityAtom,
  mapCentreAtom,
  scanCentreAtom,
  shownSideAtom,
} from '../model/view-atoms.ts'
import { CLOSES_BY_ESCAPE } from '../tools/use-editor-keys.ts'
import type { BubblePlace } from './bubble-place.ts'
import { coverPlace } from './press-cover.ts'
import { stepAfter, tutorialSteps, type TutorialWork } from './tutorial-steps.ts'
import classes from './tutorial.module.css'
import { useTargetPlace } from './use-target-place.ts'

export interface TutorialProps {
  /** A transform is under way. */
  readonly isTransforming: boolean
  /** Finished or skipped. */
  readonly onEnd: () => void
}

/** The introduction of the first visit: bubbles that point at what comes next, and go on when it is done. */
export function Tutorial({ isTransforming, onEnd }: TutorialProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('guide')
  const card = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const work = useWork(isTransforming)
  const isByPairs = useIsByPairs()
  const steps = tutorialSteps(isByPairs, isPhone, useIsLowAndWide() || !isPhone)
  const count = steps.length
  const [{ at, before }, setStep] = useState({ at: 1, before: work })
  const end = useEffectEvent(onEnd)
  const show = (next: number) => {
    if (next > count) onEnd()
    else setStep({ at: next, before: work })
  }
  const next = stepAfter(steps, at, before, work)
  const isLastDone = next > count
  if (next > at && !isLastDone) setStep({ at: next, before: work })
  useEffect(() => {
    if (isLastDone) end()
  }, [isLastDone])
  const step = steps[at - 1]
  const place = useTargetPlace(step?.target ?? '', card, isPhone)
  useCoverWhereItStood(card, place)

  const setShown = useSetAtom(isTutorialAtom)
  useFocusReturn(true)
  const isLaying = useAtomValue(isLayingAtom)
  const takeFocus = useEffectEvent(() => {
    // The keys of a sheet that is being laid stay the map's.
    if (!isLaying) heading.current?.focus()
  })
  useEffect(() => takeFocus(), [])
  useEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [setShown])

  const setExplained = useSetAtom(isPairExplainedAtom)
  const explains = step?.name === 'pairScan' || step?.name === 'pairMap'
  useEffect(() => {
    setExplained(explains)
    return () => setExplained(false)
  }, [setExplained, explains])

  const back = () => {
    show(at - 1)
    // On the first step the button goes grey, and what is grey keeps no focus.
    if (at === 2) heading.current?.focus()
  }

  useEffect(() => {
    const element = card.current
    const endOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end()
    }
    element?.addEventListener('keydown', endOnEscape)
    return () => element?.removeEventListener('keydown', endOnEscape)
  }, [])

  if (!step) return null
  return (
    <section
      className={classes['card']}
      aria-label={t('tutorial.label')}
      ref={card}
      data-side={place?.side}
      style={place ? { left: place.left, top: place.top } : undefined}
      {...{ [CLOSES_BY_ESCAPE]: '' }}
    >
      {place && (
        <span
          className={classes['arrow']}
          style={
            place.side === 'below' || place.side === 'above' ? { left: place.arrow } : { top: place.arrow }
          }
        />
      )}
      {/* The focus stays on "Next", so that Enter leads through; each step is read out from here. */}
      <div aria-live="polite" aria-atomic>
        <Text size="xs" c="dimmed">
          {t('tutorial.progress', { step: at, count })}
        </Text>
        <Title order={2} size="h5" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t(`tutorial.${step.name}.title`)}
        </Title>
        <Text size="sm">{t(`tutorial.${step.name}.body`)}</Text>
      </div>
      <Group justify="space-between" gap="xs" mt="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          mih={isPhone ? 44 : undefined}
          variant="subtle"
          color="gray"
          onClick={onEnd}
        >
          {t('tutorial.skip')}
        </Button>
        <Group gap="xs" wrap="nowrap">
          <Button
            size="compact-sm"
            mih={isPhone ? 44 : undefined}
            variant="default"
            disabled={at === 1}
            onClick={back}
          >
            {t('tutorial.back')}
          </Button>
          <Button size="compact-sm" mih={isPhone ? 44 : undefined} onClick={() => show(at + 1)}>
            {t(at === count ? 'tutorial.finish' : 'tutorial.next')}
          </Button>
        </Group>
      </Group>
    </section>
  )
}

/** A press that was meant for the bubble, and comes just after it has moved or closed, reaches no map. */
function useCoverWhereItStood(card: RefObject<HTMLElement | null>, place: BubblePlace | null): void {
  const stood = useRef<DOMRect | null>(null)
  useLayoutEffect(() => {
    const box = card.current?.getBoundingClientRect() ?? null
    if (stood.current && box && !isSamePlace(stood.current, box)) coverPlace(stood.current)
    stood.current = box
  }, [card, place])
  useEffect(
    () => () => {
      if (stood.current) coverPlace(stood.current)
    },
    [],
  )
}

const isSamePlace = (a: DOMRect, b: DOMRect) => a.left === b.left && a.top === b.top

function useIsByPairs(): boolean {
  const { laid } = useAtomValue(committedDocumentAtom)
  const isLay = [useAtomValue(isLayingAtom), useAtomValue(isPullingAtom)].includes(true)
  return !isLay && laid === undefined
}

function useWork(isTransforming: boolean): TutorialWork {
  const { laid } = useAtomValue(committedDocumentAtom)
  const points = useAtomValue(enabledCountAtom)
  const half = useAtomValue(halfPairAtom)
  const laying = useAtomValue(layingAtom)
  return {
    begun: points + (half ? 1 : 0),
    points,
    placement: laying?.isTouched ? laying.placement : null,
    uses: useUses(),
    isFixed: laid !== undefined,
    shownSide: useAtomValue(shownSideAtom),
    scanCentre: useAtomValue(scanCentreAtom),
    mapCentre: useAtomValue(mapCentreAtom),
    opacity: useAtomValue(liveOpacityAtom),
    isOverlayHidden: useAtomValue(isOverlayOffAtom),
    isTransforming,
  }
}

/** Counts presses, turns of the wheel and keys in the panes. */
function useUses(): number {
  const [uses, setUses] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const count = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-pane]')) setUses((before) => before + 1)
    }
    for (const kind of ['pointerdown', 'wheel', 'keydown'])
      window.addEventListener(kind, count, { capture: true, passive: true, signal: leaving.signal })
    return () => leaving.abort()
  }, [])
  return uses
}
