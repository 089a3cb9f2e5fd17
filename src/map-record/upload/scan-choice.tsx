import { IconFile, IconPhotoUp, IconX } from '@tabler/icons-react'
import { type Ref, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SCAN_EXTENSIONS } from '../../../contract/constants.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './upload.module.css'
import { fileSize } from './upload-meter.ts'

interface ScanChoiceProps {
  readonly file: File | null
  /** Title of the user's map that has the very same scan. */
  readonly knownAs: string | undefined
  readonly error: string | undefined
  /** The button that opens the browser's picker. */
  readonly pickRef: Ref<HTMLButtonElement>
  readonly onChoose: (file: File | null) => void
}

const ACCEPT = SCAN_EXTENSIONS.map((extension) => `.${extension}`).join(',')

/** Kinds that browsers show, and how large a file they are asked to show: bytes. */
const SHOWN = /\.(?:jpe?g|png|webp|gif)$/i
const MAX_SHOWN_BYTES = 200 * 1024 * 1024

/** The picture in a file that was chosen; nothing where the browser cannot show it. */
function ScanPreview({ file }: { readonly file: File }) {
  const [failed, setFailed] = useState<File>()
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  if (file === failed || !SHOWN.test(file.name) || file.size > MAX_SHOWN_BYTES) return null
  return <img ref={show} alt="" className={classes.preview} onError={() => setFailed(file)} />
}

/** Where the scan is chosen, and taken away again. */
export function ScanChoice({ file, knownAs, error, pickRef, onChoose }: ScanChoiceProps) {
  const { t, i18n } = useTranslation(['maps', 'upload'])
  const size = file && fileSize(file.size)
  return (
    <DropArea
      label={t('upload:file')}
      accept={ACCEPT}
      pickLabel={file ? t('upload:pickOther') : t('upload:pick')}
      formats={t('upload:formats')}
      error={error}
      isTall
      pickRef={pickRef}
      onChoose={([chosen]) => onChoose(chosen)}
    >
      <span className="visually-hidden" role="status">
        {file ? t('upload:chosen', { file: file.name }) : null}
      </span>
      {knownAs === undefined ? null : (
        <p className={classes.known} role="status">
          {t('upload:sameScan', { title: knownAs })}
        </p>
      )}
      {file && size ? (
        <>
          {error === undefined ? <ScanPreview file={file} /> : null}
          <div className={classes.file}>
            <IconFile size={28} stroke={1.5} aria-hidden />
            <span className={classes.fileText}>
              <strong title={file.name}>{file.name}</strong>
              <span>
                {new Intl.NumberFormat(i18n.language).format(size.value)} {t(`upload:units.${size.unit}`)}
              </span>
            </span>
            <IconButton label={t('upload:removeFile')} onClick={() => onChoose(null)}>
              <IconX size={18} stroke={1.75} />
            </IconButton>
          </div>
        </>
      ) : (
        <>
          <IconPhotoUp size={40} stroke={1.25} aria-hidden />
          <p data-for-mouse>{t('upload:drop')}</p>
        </>
      )}
    </DropArea>
  )
}
