import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_CONTROL_POINTS } from '../../../contract/constants.ts'
import type { GcpFileError } from '../../../gcp-files/gcp-file.ts'
import type { ScanSize } from '../../../gcp-files/world-file.ts'
import type { NewPoint } from '../../drafts/editor-document.ts'
import { loadEpsg } from './load-epsg.ts'
import { countOutside, readImport } from './read-import.ts'
import type { ImportPreview } from './read-import.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DropArea } from '../../ui/drop-area.tsx'

/** Typing a coordinate system waits this long before the file is read anew. */
const RETRY_AFTER_MS = 400

interface ImportDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly scan: { readonly width: number; readonly height: number }
  /** Points stand already, so that it must be asked what becomes of them. */
  readonly hasPoints: boolean
  readonly onImport: (points: readonly NewPoint[], mode: 'replace' | 'append') => void
}

/** Reads a control-point file, shows what it holds, and imports it on confirmation. */
export function ImportDialog({ isOpen, onClose, ...rest }: ImportDialogProps) {
  const { t } = useTranslation('editor')
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('import.title')}>
      <ImportForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function ImportForm({ onClose, scan, hasPoints, onImport }: Omit<ImportDialogProps, 'isOpen'>) {
  const { t } = useTranslation('editor')
  const [file, setFile] = useState<File | null>(null)
  // Null: as the file says.
  const [crs, setCrs] = useState<string | null>(null)
  const [mode, setMode] = useState<'replace' | 'append'>('replace')
  const preview = useImportPreview(file, scan, crs ?? '')
  const points = preview?.kind === 'read' ? preview.projected.points : null

  return (
    <Stack>
      <DropArea
        label={t('import.file')}
        pickLabel={t('import.choose')}
        formats={t('import.formats')}
        onChoose={(chosen) => {
          setFile(chosen)
          setCrs(null)
        }}
      >
        <IconFileImport size={28} stroke={1.5} aria-hidden />
        <p>{file?.name ?? t('import.drop')}</p>
      </DropArea>
      {file && !preview && <Text size="sm">{t('import.reading')}</Text>}
      {preview?.kind === 'failed' && <ImportError error={preview.error} />}
      {preview && <CrsField preview={preview} crs={crs} onChange={setCrs} />}
      {preview?.kind === 'read' && <Found preview={preview} scan={scan} />}
      {points && hasPoints && (
        <Radio.Group value={mode} onChange={(value) => setMode(value === 'append' ? 'append' : 'replace')}>
          <Stack gap="xs">
            <Radio value="replace" label={t('import.replace')} />
            <Radio value="append" label={t('import.append')} />
          </Stack>
        </Radio.Group>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('import.cancel')}
        </Button>
        <Button
          disabled={!points}
          onClick={() => {
            if (!points) return
            onImport(points, hasPoints ? mode : 'replace')
            onClose()
          }}
        >
          {t('import.confirm')}
        </Button>
      </Group>
    </Stack>
  )
}

function useImportPreview(file: File | null, { width, height }: ScanSize, crs: string): ImportPreview | null {
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  useEffect(() => {
    if (!file) return undefined
    let isCurrent = true
    const timer = window.setTimeout(
      () => {
        void readImport(file, { width, height }, loadEpsg, crs.trim()).then((read) => {
          if (isCurrent) setPreview(read)
        })
      },
      crs ? RETRY_AFTER_MS : 0,
    )
    return () => {
      isCurrent = false
      window.clearTimeout(timer)
    }
  }, [file, width, height, crs])
  return preview
}

function ImportError({ error }: { readonly error: GcpFileError | { readonly code: 'unreadable' } }) {
  const { t } = useTranslation('editor')
  const { line, field, value } = 'line' in error || 'field' in error || 'value' in error ? error : {}
  const where = line && (field ? t('import.whereField', { line, field }) : t('import.where', { line }))
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {where && <Text fw={600}>{where}</Text>}
      {t(`import.error.${error.code}`, { field: field ?? '', value: value ?? '', most: MAX_CONTROL_POINTS })}
    </Alert>
  )
}

interface CrsFieldProps {
  readonly preview: ImportPreview
  /** What was typed; null: nothing yet. */
  readonly crs: string | null
  readonly onChange: (crs: string) => void
}

/** Shows where the coordinates are taken from, and lets the user say otherwise. */
function CrsField({ preview, crs, onChange }: CrsFieldProps) {
  const { t } = useTranslation('editor')
  const isCrsFault =
    preview.kind === 'failed' && ['unknownCrs', 'unsupportedCrs', 'outsideCrs'].includes(preview.error.code)
  if (preview.kind === 'failed' && !isCrsFault && crs === null) return null
  const used = preview.kind === 'read' ? shortCrs(preview.projected.crs) : ''
  const isGuessed = preview.kind === 'read' && preview.projected.guessed
  const description =
    used && !crs ? t(isGuessed ? 'import.crsGuessed' : 'import.crsFile', { crs: used }) : null
  return (
    <TextInput
      label={t('import.crs')}
      description={description}
      placeholder={used || t('import.crsPlaceholder')}
      // A name out of a WKT could not be read back.
      value={crs ?? (/^EPSG:\d+$/i.test(used) ? used : '')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A WKT is named by its first quoted text; its whole would fill the dialog. */
function shortCrs(crs: string): string {
  return crs.length > 40 ? (/"([^"]+)"/.exec(crs)?.[1] ?? `${crs.slice(0, 39)}…`) : crs
}

interface FoundProps {
  readonly preview: Extract<ImportPreview, { kind: 'read' }>
  readonly scan: { readonly width: number; readonly height: number }
}

function Found({ preview: { projected, format }, scan }: FoundProps) {
  const { t } = useTranslation('editor')
  const off = projected.points.filter(({ enabled }) => !enabled).length
  const outside = countOutside(projected, scan)
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={600}>
        {t('import.found', { count: projected.points.length, format: t(`export.${format}`) })}
      </Text>
      {format === 'world' && <Text size="sm">{t('import.world')}</Text>}
      {off > 0 && <Text size="sm">{t('import.off', { count: off })}</Text>}
      {outside > 0 && <Warning>{t('import.outsideScan', { count: outside })}</Warning>}
      {projected.datumShift === 'approximate' && <Text size="sm">{t('import.shiftApproximate')}</Text>}
      {projected.datumShift === 'unknown' && <Warning>{t('import.shiftUnknown')}</Warning>}
    </Stack>
  )
}

function Warning({ children }: { readonly children: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden color="var(--p-amber)" />
      <Text size="sm">{children}</Text>
    </Group>
  )
}
