import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '../../../contract/api/define-call.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { ControlPoint } from '../../../contract/control-points.ts'
import { GCP_FILE_FORMATS, GEOGRAPHIC_FORMATS } from '../../../gcp-files/gcp-file.ts'
import type { GcpFileFormat } from '../../../gcp-files/gcp-file.ts'
import { GCP_FILE_EXTENSIONS, GCP_FILE_MEDIA_TYPES, writeGcpFile } from '../../../gcp-files/write-gcp-file.ts'
import { ANNOTATION_MEDIA_TYPE, writeAnnotation } from '../../../gcp-files/write-annotation.ts'
import { serverOrigin } from '../../api/server-address.ts'
import { giveFile } from '../../device/give-file.ts'
import classes from './export-dialog.module.css'
import { EXPORT_CRS, exportName, pointsForFile } from './exported-file.ts'
import type { ExportCrs } from './exported-file.ts'
import { maskAtom, transformationTypeAtom } from '../state/document-atoms.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'

/** A list of points, or the annotation, which tells of the crop and the transformation as well. */
type ExportFormat = GcpFileFormat | 'annotation'
const EXPORT_FORMATS: readonly ExportFormat[] = [...GCP_FILE_FORMATS, 'annotation']

const WITHOUT_NOTES: readonly ExportFormat[] = ['points', 'txt', 'links', 'annotation']
const WITHOUT_FLAGS: readonly ExportFormat[] = ['txt', 'vrt', 'links', 'mapwarper', 'annotation']
const CRS_KEYS = { 'EPSG:4326': 'export.wgs84', 'EPSG:3857': 'export.webMercator' } as const

interface ExportDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly points: readonly ControlPoint[]
  readonly map: Pick<MapRecord, 'id' | 'titles'>
  readonly scan: { readonly width: number; readonly height: number }
}

/** Saves the points as they stand here, published or not, as a file. */
export function ExportDialog({ isOpen, onClose, points, map, scan }: ExportDialogProps) {
  const { t } = useTranslation(['editor', 'common'])
  const [format, setFormat] = useState<ExportFormat>('points')
  const [chosenCrs, setCrs] = useState<ExportCrs>('EPSG:4326')
  const isGeographic = format === 'annotation' || GEOGRAPHIC_FORMATS.includes(format)
  const crs = isGeographic ? 'EPSG:4326' : chosenCrs
  const losesNotes = WITHOUT_NOTES.includes(format) && points.some(({ note }) => note)
  const losesOff = WITHOUT_FLAGS.includes(format) && points.some(({ enabled }) => !enabled)

  const transformationType = useAtomValue(transformationTypeAtom)
  const mask = useAtomValue(maskAtom)
  const losesHoles = format === 'annotation' && mask.length > 1

  const save = () => {
    const { text, type, extension } =
      format === 'annotation'
        ? {
            text: writeAnnotation({
              image: `${serverOrigin()}${API_BASE}/iiif/${encodeURIComponent(map.id)}`,
              ...scan,
              points: pointsForFile(points, 'EPSG:4326'),
              transformationType,
              mask,
            }),
            type: ANNOTATION_MEDIA_TYPE,
            extension: 'annotation.json',
          }
        : {
            text: writeGcpFile(format, { crs, points: pointsForFile(points, crs) }, scan),
            type: GCP_FILE_MEDIA_TYPES[format],
            extension: GCP_FILE_EXTENSIONS[format],
          }
    giveFile(exportName(map.titles.title, extension), new Blob([text], { type })).catch(() =>
      toast.error(t('common:fileNotSaved')),
    )
    onClose()
  }

  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('export.title')}>
      <Stack>
        <NativeSelect
          label={t('export.format')}
          value={format}
          onChange={({ currentTarget: { value } }) =>
            setFormat(EXPORT_FORMATS.find((id) => id === value) ?? 'points')
          }
          data={EXPORT_FORMATS.map((id) => ({ value: id, label: t(`common:pointFormats.${id}`) }))}
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
        {format === 'annotation' && <Text size="sm">{t('export.withPlacement')}</Text>}
        {losesHoles && <Text size="sm">{t('export.noHoles')}</Text>}
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
