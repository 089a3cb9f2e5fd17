import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import classes from './drop-area.module.css'
import { filesOf } from './dropped-files.ts'

interface DropAreaProps {
  /** What the file is, for who cannot see the area. */
  readonly label: string
  /** Endings that the browser's picker offers, with dots and commas; any file unless given. */
  readonly accept?: string
  readonly pickLabel: string
  /** Which files are read, below the button. */
  readonly formats: string
  readonly error?: string | undefined
  readonly isTall?: boolean
  readonly onChoose: (files: readonly [File, ...File[]]) => void
  /** Several files may be chosen, and folders dropped. */
  readonly takesMany?: boolean
  /** The button; given where it has the focus first in a dialog. */
  readonly pickRef?: Ref<HTMLButtonElement>
  /** What has been chosen, or what to do. */
  readonly children: ReactNode
}

/**
 * Hands over what is pasted or dropped anywhere while the area stands: one that missed the area would be opened
 * by the browser in the page's place. @returns whether something is held over the page
 */
function useBroughtFiles(takesMany: boolean, onChoose: DropAreaProps['onChoose']): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(async (data: DataTransfer | null) => {
    if (!data) return
    const [first, ...others] = takesMany ? await filesOf(data) : data.files
    if (first) onChoose([first, ...others])
  })
  useEffect(() => {
    const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('paste', ({ clipboardData }) => void take(clipboardData), { signal })
    document.addEventListener(
      'dragover',
      (event) => {
        if (!isFile(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      { signal },
    )
    document.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (relatedTarget === null) setIsOver(false)
      },
      { signal },
    )
    document.addEventListener(
      'drop',
      (event) => {
        setIsOver(false)
        if (!isFile(event)) return
        event.preventDefault()
        void take(event.dataTransfer)
      },
      { signal },
    )
    return () => listeners.abort()
  }, [])
  return isOver
}

/** Where files are chosen: dropped, pasted or picked. */
export function DropArea(props: DropAreaProps) {
  const { label, accept, pickLabel, formats, error, isTall = false, takesMany = false, children } = props
  const { pickRef, onChoose } = props
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const isOver = useBroughtFiles(takesMany, onChoose)
  return (
    <div className={classes.area}>
      <div className={classes.drop} data-over={isOver} data-invalid={error !== undefined} data-tall={isTall}>
        <input
          ref={input}
          type="file"
          accept={accept}
          multiple={takesMany}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={label}
          onChange={({ currentTarget }) => {
            const [first, ...others] = currentTarget.files ?? []
            if (first) onChoose([first, ...others])
            // The same file may be chosen again after it was taken away.
            currentTarget.value = ''
          }}
        />
        {children}
        <Button
          ref={pickRef ?? null}
          data-autofocus={pickRef || takesMany ? true : undefined}
          variant="default"
          aria-describedby={error ? errorId : undefined}
          onClick={() => input.current?.click()}
        >
          {pickLabel}
        </Button>
        <p className={classes.formats}>{formats}</p>
      </div>
      {error ? (
        <p id={errorId} className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
