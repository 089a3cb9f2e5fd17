import { useRef } from 'react'

interface FileButtonProps {
  readonly label: string
  /** Kinds and endings that the browser's picker offers. */
  readonly accept: string
  readonly takesMany?: boolean
  /** Asks for the camera where there is one. */
  readonly fromCamera?: boolean
  readonly isDisabled?: boolean
  readonly className?: string | undefined
  readonly onChoose: (files: readonly [File, ...File[]]) => void
}

/** A button that opens the browser's picker: Enter, Space and a finger press it as any other. */
export function FileButton(props: FileButtonProps) {
  const {
    label,
    accept,
    takesMany = false,
    fromCamera = false,
    isDisabled = false,
    className,
    onChoose,
  } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        // The button speaks for it.
        aria-hidden
        aria-label={label}
        accept={accept}
        multiple={takesMany}
        capture={fromCamera ? 'environment' : undefined}
        onChange={({ currentTarget }) => {
          const [first, ...others] = currentTarget.files ?? []
          if (first) onChoose([first, ...others])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
