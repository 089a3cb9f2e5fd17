import { useEffect, useRef, useState } from 'react'
import { formatPercent } from '../ui/number-format.ts'
import { COUNTER_MS, counterValue } from './counter-value.ts'
import classes from './landing.module.css'
import { useFigures } from './use-instance.ts'
import { useLandingTexts } from './use-landing-language.ts'

interface Figure {
  readonly key: 'users' | 'accuracy' | 'maps' | 'publicMaps'
  readonly target: number
  readonly decimals: number
  readonly isPercent: boolean
}

const count = (key: Figure['key'], target: number): Figure => ({
  key,
  target,
  decimals: 0,
  isPercent: false,
})

const EXAMPLES: readonly Figure[] = [
  count('users', 1247),
  { key: 'accuracy', target: 99.7, decimals: 1, isPercent: true },
  count('maps', 15_000),
]

/** Milliseconds since the element came into view; at its end until then, and where motion is not wanted. */
function useRunTime(): { ref: (element: HTMLElement | null) => void; elapsedMs: number } {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [elapsedMs, setElapsedMs] = useState(COUNTER_MS)
  const frame = useRef(0)
  useEffect(() => {
    if (!element) return
    const run = () => {
      if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
      const startedAt = performance.now()
      const step = (now: number) => {
        setElapsedMs(now - startedAt)
        if (now - startedAt < COUNTER_MS) frame.current = requestAnimationFrame(step)
      }
      frame.current = requestAnimationFrame(step)
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      run()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame.current)
    }
  }, [element])
  return { ref: setElement, elapsedMs }
}

/** Three figures that count up once they are seen: the instance's own, else examples that are called so. */
export function Counters() {
  const { t, language } = useLandingTexts()
  const own = useFigures()
  const figures = own
    ? [count('users', own.users), count('publicMaps', own.publicMaps), count('maps', own.georeferencedMaps)]
    : EXAMPLES
  const { ref, elapsedMs } = useRunTime()
  const write = (value: number, decimals: number, isPercent: boolean) =>
    isPercent
      ? formatPercent(value, language, decimals)
      : new Intl.NumberFormat(language, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        }).format(value)
  return (
    <section
      ref={ref}
      className={classes.counters}
      data-waits={own === undefined || undefined}
      aria-label={t('counters.label')}
    >
      <dl>
        {figures.map(({ key, target, decimals, isPercent }) => (
          <div key={key}>
            <dt>{t(`counters.${key}`)}</dt>
            <dd>
              <span className="visually-hidden">{write(target, decimals, isPercent)}</span>
              <span aria-hidden>{write(counterValue(target, elapsedMs, decimals), decimals, isPercent)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {own ? null : <p className={classes.note}>{t('counters.note')}</p>}
    </section>
  )
}
