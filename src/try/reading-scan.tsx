import { Button, Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalProgress } from '../../workers/local/local-client.ts'
import { faultText } from './fault-text.ts'
import classes from './try-page.module.css'

interface Options {
  readonly onProgress: (progress: LocalProgress) => void
  readonly signal: AbortSignal
}

const BEGINNING: LocalProgress = { stage: 'reading', done: 0, total: 0 }

/** One piece of work on a scan at a time, how far it is, and why it failed. */
export function useReading() {
  const [progress, setProgress] = useState<LocalProgress | null>(null)
  const [fault, setFault] = useState<string>()
  const [name, setName] = useState<string>()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /**
   * @param fileName of the scan that was chosen: what is said of it names it
   * @returns what the work gives; undefined where it failed or was given up
   */
  async function run<Result>(
    work: (options: Options) => Promise<Result>,
    fileName?: string,
  ): Promise<Result | undefined> {
    if (running.current) return undefined
    const controller = (running.current = new AbortController())
    setFault(undefined)
    setName(fileName)
    setProgress(BEGINNING)
    try {
      return await work({ onProgress: setProgress, signal: controller.signal })
    } catch (error) {
      const text = faultText(error)
      if (!controller.signal.aborted) setFault(fileName === undefined ? text : `${fileName}: ${text}`)
      return undefined
    } finally {
      running.current = null
      setProgress(null)
    }
  }
  return { progress, fault, name, run, cancel: () => running.current?.abort() }
}

interface ReadingScanProps {
  readonly progress: LocalProgress
  /** Of the file that was chosen. */
  readonly name?: string | undefined
  readonly onCancel: () => void
}

/** How far the work on a scan is, and how it is given up. */
export function ReadingScan({ progress: { stage, done, total }, name, onCancel }: ReadingScanProps) {
  const { t } = useTranslation('try')
  const percent = total > 0 ? Math.round((done / total) * 100) : null
  return (
    <div className={classes['reading']}>
      <p role="status">{t(`stage.${stage}`)}</p>
      {name !== undefined && (
        <p className={classes['fileName']} dir="auto">
          {name}
        </p>
      )}
      <Progress value={percent ?? 100} animated={percent === null} aria-label={t(`stage.${stage}`)} />
      <div>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
