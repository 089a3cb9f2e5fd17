import { Button } from '@mantine/core'
import { IconFile, IconPhotoUp, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SCAN_EXTENSIONS } from '../../../contract/constants.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './upload.module.css'
import { fileSize } from './upload-meter.ts'

interface DropAreaProps {
  readonly file: File | null
  readonly error: string | undefined
  readonly isDisabled: boolean
  readonly onChoose: (file: File | null) => void
}

const ACCEPT = SCAN_EXTENSIONS.map((extension) => `.${extension}`).join(',')

/**
 * Hands over a file that is pasted or dropped anywhere while the area stands: one that missed the area would be opened
 * by the browser in the page's place. @returns whether a file is held over the page
 */
function useBroughtFile(onChoose: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const take = (data: DataTransfer | null) => {
      const [file] = data?.files ?? []
      if (file) onChoose(file)
    }
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
  }, [onChoose])
  return isOver
}

/** Where the scan is chosen: dropped, pasted or picked. */
export function DropArea({ file, error, isDisabled, onChoose }: DropAreaProps) {
  const { t, i18n } = useTranslation('maps')
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const isOver = useBroughtFile(onChoose)

  const size = file && fileSize(file.size)
  return (
    <div>
      <div className={classes.drop} data-over={isOver} data-invalid={error !== undefined}>
        <input
          ref={input}
          type="file"
          accept={ACCEPT}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('upload.file')}
          disabled={isDisabled}
          onChange={({ currentTarget }) => {
            onChoose(currentTarget.files?.[0] ?? file)
            // The same file may be chosen again after it was taken away.
            currentTarget.value = ''
          }}
        />
        {file && size ? (
          <div className={classes.file}>
            <IconFile size={28} stroke={1.5} aria-hidden />
            <span className={classes.fileText}>
              <strong title={file.name}>{file.name}</strong>
              <span>
                {new Intl.NumberFormat(i18n.language).format(size.value)} {t(`upload.units.${size.unit}`)}
              </span>
            </span>
            <IconButton label={t('upload.removeFile')} disabled={isDisabled} onClick={() => onChoose(null)}>
              <IconX size={18} stroke={1.75} />
            </IconButton>
          </div>
        ) : (
          <>
            <IconPhotoUp size={40} stroke={1.25} aria-hidden />
            <p className={classes.dropText}>{t('upload.drop')}</p>
          </>
        )}
        <Button
          variant="default"
          disabled={isDisabled}
          aria-describedby={error ? errorId : undefined}
          onClick={() => input.current?.click()}
        >
          {file ? t('upload.pickOther') : t('upload.pick')}
        </Button>
        <p className={classes.formats}>{t('upload.formats')}</p>
      </div>
      {error ? (
        <p id={errorId} className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
