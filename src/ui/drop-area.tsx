import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import classes from './drop-area.module.css'

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
  /** The button; given where it has the focus first in a dialog. */
  readonly pickRef?: Ref<HTMLButtonElement>
  readonly onChoose: (file: File) => void
  /** What has been chosen, or what to do. */
  readonly children: ReactNode
}

/**
 * Hands over a file that is pasted or dropped anywhere while the area stands: one that missed the area would be opened
 * by the browser in the page's place. @returns whether a file is held over the page
 */
function useBroughtFile(onChoose: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent((data: DataTransfer | null) => {
    const [file] = data?.files ?? []
    if (file) onChoose(file)
  })
  useEffect(() => {
    const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('paste', ({ clipboardData }) => take(clipboardData), { signal })
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
        take(event.dataTransfer)
      },
      { signal },
    )
    return () => listeners.abort()
  }, [])
  return isOver
}

/** Where a file is chosen: dropped, pasted or picked. */
export function DropArea(props: DropAreaProps) {
  const { label, accept, pickLabel, formats, error, isTall = false, pickRef, onChoose, children } = props
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const isOver = useBroughtFile(onChoose)
  return (
    <div>
      <div className={classes.drop} data-over={isOver} data-invalid={error !== undefined} data-tall={isTall}>
        <input
          ref={input}
          type="file"
          accept={accept}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={label}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) onChoose(file)
            // The same file may be chosen again after it was taken away.
            currentTarget.value = ''
          }}
        />
        {children}
        <Button
          ref={pickRef ?? null}
          data-autofocus={pickRef ? true : undefined}
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
