import { Button } from '@mantine/core'
import { IconFile, IconPhotoUp, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
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

/** Hands over a file that is pasted anywhere while the area stands. */
function usePastedFile(onChoose: (file: File) => void): void {
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const [file] = clipboardData?.files ?? []
      if (file) onChoose(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [onChoose])
}

/** Where the scan is chosen: dropped, pasted or picked. */
export function DropArea({ file, error, isDisabled, onChoose }: DropAreaProps) {
  const { t, i18n } = useTranslation('maps')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const errorId = useId()
  usePastedFile(onChoose)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !isDisabled) onChoose(dropped)
  }
  const size = file && fileSize(file.size)
  return (
    <div>
      <div
        className={classes.drop}
        data-over={isOver}
        data-invalid={error !== undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
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
