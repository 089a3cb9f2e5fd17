import { useEffect, useRef, useState } from 'react'
import { formatPercent } from '../ui/number-format.ts'
import { COUNTER_MS, counterValue } from './counter-value.ts'
import classes from './landing.module.css'
import { useLandingTexts } from './use-landing-language.ts'

const FIGURES = [
  { key: 'users', target: 1247, decimals: 0, isPercent: false },
  { key: 'accuracy', target: 99.7, decimals: 1, isPercent: true },
  { key: 'maps', target: 15000, decimals: 0, isPercent: false },
] as const

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

/** Three figures that count up once they are seen; examples, and called so. */
export function Counters() {
  const { t, language } = useLandingTexts()
  const { ref, elapsedMs } = useRunTime()
  const write = (value: number, decimals: number, isPercent: boolean) =>
    isPercent
      ? formatPercent(value, language, decimals)
      : new Intl.NumberFormat(language, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        }).format(value)
  return (
    <section ref={ref} className={classes.counters} aria-label={t('counters.label')}>
      <dl>
        {FIGURES.map(({ key, target, decimals, isPercent }) => (
          <div key={key}>
            <dt>{t(`counters.${key}`)}</dt>
            <dd>
              <span className="visually-hidden">{write(target, decimals, isPercent)}</span>
              <span aria-hidden>{write(counterValue(target, elapsedMs, decimals), decimals, isPercent)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>{t('counters.note')}</p>
    </section>
  )
}
