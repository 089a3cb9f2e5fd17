import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '../../../../contract/api/define-call.ts'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import type { ControlPoint } from '../../../../contract/control-points.ts'
import { GCP_FILE_FORMATS } from '../../../../gcp-files/gcp-file.ts'
import type { GcpFileFormat, GcpFormat } from '../../../../gcp-files/gcp-file.ts'
import { GCP_FORMATS } from '../../../../gcp-files/gcp-formats.ts'
import { writeGcpFile } from '../../../../gcp-files/write-gcp-file.ts'
import { ANNOTATION_FORMAT, writeAnnotation } from '../../../../gcp-files/write-annotation.ts'
import { boxAroundAll } from '../../../geometry/boxes.ts'
import { SystemField, useNumberedSystem } from '../../../map-record/downloads/system-field.tsx'
import { serverOrigin } from '../../../api/server-address.ts'
import { giveFile } from '../../../device/give-file.ts'
import classes from './export-dialog.module.css'
import { EXPORT_CRS, exportName, pointsForFile, pointsInSystem } from '../../model/exported-file.ts'
import { isLocalAtom } from '../../model/local-map.ts'
import { maskAtom, projectionAtom, transformationTypeAtom } from '../../model/document-atoms.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'

/** A list of points, or the annotation, which tells of the crop and the transformation as well. */
type ExportFormat = GcpFileFormat | 'annotation'
const EXPORT_FORMATS: readonly ExportFormat[] = [...GCP_FILE_FORMATS, 'annotation']
const EXPORTS: Readonly<Record<ExportFormat, Omit<GcpFormat, 'write'>>> = {
  ...GCP_FORMATS,
  annotation: ANNOTATION_FORMAT,
}

/** In which coordinates: two that every map has, or a system that is chosen. */
const CHOICES = [...EXPORT_CRS, 'other'] as const
type Choice = (typeof CHOICES)[number]
const CHOICE_KEYS = {
  'EPSG:4326': 'export.wgs84',
  'EPSG:3857': 'export.webMercator',
  other: 'export.otherSystem',
} as const

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
  const [chosen, setChosen] = useState<Choice>('EPSG:4326')
  const [number, setNumber] = useState('')
  const { extension, mediaType, isGeographic, namesNoCrs, keepsNotes, keepsFlags } = EXPORTS[format]
  const choice = isGeographic ? 'EPSG:4326' : chosen
  const found = useNumberedSystem(number, 'points')
  const corners = useMemo(
    () => boxAroundAll(points.map(({ map: [x, y] }) => ({ minX: x, minY: y, maxX: x, maxY: y }))),
    [points],
  )
  const written = useMemo(() => {
    if (choice !== 'other') return pointsForFile(points, choice)
    return found?.ok && points.length > 0 ? pointsInSystem(points, found.system) : undefined
  }, [choice, found, points])
  const losesNotes = !keepsNotes && points.some(({ note }) => note)
  const losesOff = !keepsFlags && points.some(({ enabled }) => !enabled)

  const transformationType = useAtomValue(transformationTypeAtom)
  const mask = useAtomValue(maskAtom)
  const projection = useAtomValue(projectionAtom)
  const isLocal = useAtomValue(isLocalAtom)
  const losesHoles = format === 'annotation' && mask.length > 1

  const save = () => {
    if (!written) return
    const crs = choice === 'other' ? `EPSG:${number}` : choice
    const text =
      format === 'annotation'
        ? writeAnnotation({
            // Nobody serves a scan that is on this device alone.
            image: isLocal
              ? `urn:uuid:${map.id.replace(/^local-/, '')}`
              : `${serverOrigin()}${API_BASE}/iiif/${encodeURIComponent(map.id)}`,
            ...scan,
            points: written,
            transformationType,
            ...(projection !== undefined && { projection }),
            mask,
          })
        : writeGcpFile(format, { crs, points: written }, scan)
    giveFile(exportName(map.titles.title, extension), new Blob([text], { type: mediaType })).catch(() =>
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
          value={choice}
          onChange={(value) => setChosen(CHOICES.find((id) => id === value) ?? 'EPSG:4326')}
        >
          <Stack gap={6} mt={6}>
            {CHOICES.map((id) => (
              <Radio
                key={id}
                value={id}
                label={t(CHOICE_KEYS[id])}
                disabled={isGeographic === true && id !== choice}
                className={classes['choice'] ?? ''}
              />
            ))}
          </Stack>
        </Radio.Group>
        {choice === 'other' && corners && (
          // Its texts are asked for when it is wanted.
          <Suspense>
            <SystemField
              corners={corners}
              number={number}
              onNumberChange={setNumber}
              found={found}
              isOutside={written === null}
            />
          </Suspense>
        )}
        {namesNoCrs && <Text size="sm">{t('export.noCrs')}</Text>}
        {format === 'annotation' && <Text size="sm">{t('export.withPlacement')}</Text>}
        {losesHoles && <Text size="sm">{t('export.noHoles')}</Text>}
        {losesNotes && <Text size="sm">{t('export.noNotes')}</Text>}
        {losesOff && <Text size="sm">{t('export.noOff')}</Text>}
        {points.length === 0 && <Text size="sm">{t('export.none')}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('import.cancel')}
          </Button>
          <Button disabled={points.length === 0 || !written} onClick={save}>
            {t('export.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
