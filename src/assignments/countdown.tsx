import { IconClock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../api/server-clock.ts'
import { remainingTime, untilNextMinute } from './remaining-time.ts'
import classes from './assignments.module.css'

interface CountdownProps {
  readonly expireAt: string
  /** Called once, when the time is over. */
  readonly onExpired: () => void
}

/** What is left of an assignment, by the server's clock. */
export function Countdown({ expireAt, onExpired }: CountdownProps) {
  const { t } = useTranslation(['assignments', 'common'])
  const [now, setNow] = useState(serverNow)
  const tell = useRef(onExpired)
  useEffect(() => {
    tell.current = onExpired
  }, [onExpired])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const pause = untilNextMinute(expireAt, serverNow())
      if (pause === 0) return tell.current()
      timer = setTimeout(() => {
        setNow(serverNow())
        wait()
      }, pause)
    }
    wait()
    return () => clearTimeout(timer)
  }, [expireAt])
  const left = remainingTime(expireAt, now)
  if (!left) return null
  const hours = left.hours > 0 ? `${left.hours}\u00a0${t('common:duration.h')} ` : ''
  return (
    <span className={classes.countdown}>
      <IconClock size={16} stroke={1.75} aria-hidden />
      {t('left', { time: `${hours}${left.minutes}\u00a0${t('common:duration.min')}` })}
    </span>
  )
}
