import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlPoint } from '../../../contract/control-points.ts'
import { GCP_FILE_FORMATS, GEOGRAPHIC_FORMATS } from '../../../gcp-files/gcp-file.ts'
import type { GcpFileFormat } from '../../../gcp-files/gcp-file.ts'
import { GCP_FILE_EXTENSIONS, GCP_FILE_MEDIA_TYPES, writeGcpFile } from '../../../gcp-files/write-gcp-file.ts'
import { giveFile } from '../../device/give-file.ts'
import classes from './export-dialog.module.css'
import { EXPORT_CRS, exportName, pointsForFile } from './exported-file.ts'
import type { ExportCrs } from './exported-file.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'

const WITHOUT_NOTES: readonly GcpFileFormat[] = ['points', 'txt', 'links', 'mapwarper']
const WITHOUT_FLAGS: readonly GcpFileFormat[] = ['txt', 'vrt', 'links', 'mapwarper']
const CRS_KEYS = { 'EPSG:4326': 'export.wgs84', 'EPSG:3857': 'export.webMercator' } as const

interface ExportDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly points: readonly ControlPoint[]
  readonly title: string
  readonly scan: { readonly width: number; readonly height: number }
}

/** Saves the points as they stand here, published or not, as a file. */
export function ExportDialog({ isOpen, onClose, points, title, scan }: ExportDialogProps) {
  const { t } = useTranslation(['editor', 'common'])
  const [format, setFormat] = useState<GcpFileFormat>('points')
  const [chosenCrs, setCrs] = useState<ExportCrs>('EPSG:4326')
  const isGeographic = GEOGRAPHIC_FORMATS.includes(format)
  const crs = isGeographic ? 'EPSG:4326' : chosenCrs
  const losesNotes = WITHOUT_NOTES.includes(format) && points.some(({ note }) => note)
  const losesOff = WITHOUT_FLAGS.includes(format) && points.some(({ enabled }) => !enabled)

  const save = () => {
    const text = writeGcpFile(format, { crs, points: pointsForFile(points, crs) }, scan)
    giveFile(
      exportName(title, GCP_FILE_EXTENSIONS[format]),
      new Blob([text], { type: GCP_FILE_MEDIA_TYPES[format] }),
    ).catch(() => toast.error(t('common:fileNotSaved')))
    onClose()
  }

  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('export.title')}>
      <Stack>
        <NativeSelect
          label={t('export.format')}
          value={format}
          onChange={({ currentTarget: { value } }) =>
            setFormat(GCP_FILE_FORMATS.find((id) => id === value) ?? 'points')
          }
          data={GCP_FILE_FORMATS.map((id) => ({ value: id, label: t(`export.${id}`) }))}
        />
        <Radio.Group
          label={t('export.crs')}
          value={crs}
          onChange={(value) => setCrs(EXPORT_CRS.find((id) => id === value) ?? 'EPSG:4326')}
        >
          <Stack gap={6} mt={6}>
            {EXPORT_CRS.map((id) => (
              <Radio
                key={id}
                value={id}
                label={t(CRS_KEYS[id])}
                disabled={isGeographic && id !== crs}
                className={classes['choice'] ?? ''}
              />
            ))}
          </Stack>
        </Radio.Group>
        {format === 'links' && <Text size="sm">{t('export.noCrs')}</Text>}
        {losesNotes && <Text size="sm">{t('export.noNotes')}</Text>}
        {losesOff && <Text size="sm">{t('export.noOff')}</Text>}
        {points.length === 0 && <Text size="sm">{t('export.none')}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('import.cancel')}
          </Button>
          <Button disabled={points.length === 0} onClick={save}>
            {t('export.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
