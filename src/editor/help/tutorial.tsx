import { Button, Group, Text, Title } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTutorialAtom } from '../state/view-atoms.ts'
import classes from './tutorial.module.css'

const DESKTOP = ['desktop.1', 'desktop.2', 'desktop.3', 'desktop.4'] as const
const MOBILE = ['mobile.1', 'mobile.2', 'mobile.3', 'mobile.4', 'mobile.5', 'mobile.6', 'mobile.7'] as const

interface TutorialProps {
  readonly isPhone: boolean
  /** Finished or skipped. */
  readonly onEnd: () => void
}

/** The introduction of the first visit: a card over the maps, which stay usable beneath. */
export function Tutorial({ isPhone, onEnd }: TutorialProps) {
  const { t } = useTranslation('editor')
  const [step, setStep] = useState(1)
  const heading = useRef<HTMLHeadingElement>(null)
  const steps = isPhone ? MOBILE : DESKTOP
  const count = steps.length
  const at = Math.min(step, count)
  const key = steps[at - 1] ?? steps[0]
  const setShown = useSetAtom(isTutorialAtom)
  useEffect(() => heading.current?.focus(), [at])
  useEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [setShown])

  return (
    <section className={classes['card']} aria-label={t('tutorial.label')}>
      <Text size="xs" c="dimmed">
        {t('tutorial.progress', { step: at, count })}
      </Text>
      <Title order={2} size="h4" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t(`tutorial.${key}.title`)}
      </Title>
      <Text size="sm" my="xs">
        {t(`tutorial.${key}.body`)}
      </Text>
      <Group justify="space-between" mt="md">
        <Button variant="subtle" color="gray" onClick={onEnd}>
          {t('tutorial.skip')}
        </Button>
        <Group gap="xs">
          <Button variant="default" disabled={at === 1} onClick={() => setStep(at - 1)}>
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
