import { Button, Group, Text, Title } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { CLOSES_BY_ESCAPE } from '../tools/use-editor-keys.ts'
import { isTutorialAtom } from '../model/view-atoms.ts'
import classes from './tutorial.module.css'

const DESKTOP = ['desktop.1', 'desktop.2', 'desktop.3', 'desktop.4'] as const
const MOBILE = ['mobile.1', 'mobile.2', 'mobile.3', 'mobile.4', 'mobile.5', 'mobile.6', 'mobile.7'] as const

/** The part of the editor that each step speaks of (`data-tour-target`), lit up meanwhile. */
const DESKTOP_TARGETS = [undefined, 'add', undefined, 'transform'] as const
const MOBILE_TARGETS = [undefined, undefined, 'sides', 'add', undefined, undefined, 'controls'] as const

interface TutorialProps {
  readonly isPhone: boolean
  /** Finished or skipped. */
  readonly onEnd: () => void
}

/** The introduction of the first visit: a card over the maps, which stay usable beneath. */
export function Tutorial({ isPhone, onEnd }: TutorialProps) {
  const { t } = useTranslation('editor')
  const [step, setStep] = useState(1)
  const card = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const steps = isPhone ? MOBILE : DESKTOP
  const count = steps.length
  const at = Math.min(step, count)
  const key = steps[at - 1] ?? steps[0]
  const setShown = useSetAtom(isTutorialAtom)
  useFocusReturn(true)
  useEffect(() => heading.current?.focus(), [])
  const target = isPhone ? MOBILE_TARGETS[at - 1] : DESKTOP_TARGETS[at - 1]
  useEffect(() => {
    const { dataset } = document.documentElement
    if (target) dataset['tour'] = target
    return () => {
      delete dataset['tour']
    }
  }, [target])
  useEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [setShown])

  const back = () => {
    setStep(at - 1)
    // On the first step the button goes grey, and what is grey keeps no focus.
    if (at === 2) heading.current?.focus()
  }

  const end = useEffectEvent(onEnd)
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

  return (
    <section
      className={classes['card']}
      aria-label={t('tutorial.label')}
      ref={card}
      {...{ [CLOSES_BY_ESCAPE]: '' }}
    >
      {/* The focus stays on "Next", so that Enter leads through; each step is read out from here. */}
      <div aria-live="polite" aria-atomic>
        <Text size="xs" c="dimmed">
          {t('tutorial.progress', { step: at, count })}
        </Text>
        <Title order={2} size="h4" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t(`tutorial.${key}.title`)}
        </Title>
        <Text size="sm" my="xs">
          {t(`tutorial.${key}.body`)}
        </Text>
      </div>
      <Group justify="space-between" mt="md">
        <Button variant="subtle" color="gray" onClick={onEnd}>
          {t('tutorial.skip')}
        </Button>
        <Group gap="xs">
          <Button variant="default" disabled={at === 1} onClick={back}>
            {t('tutorial.back')}
          </Button>
          <Button onClick={() => (at === count ? onEnd() : setStep(at + 1))}>
            {t(at === count ? 'tutorial.finish' : 'tutorial.next')}
          </Button>
        </Group>
      </Group>
    </section>
  )
}
