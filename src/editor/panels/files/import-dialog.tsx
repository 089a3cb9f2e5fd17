import { Alert, Button, Checkbox, Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_CONTROL_POINTS } from '../../../../contract/constants.ts'
import type { Pyramid } from '../../../../workers/raster/raster-client.ts'
import { READABLE_FORMATS } from '../../../../gcp-files/gcp-file.ts'
import type { FilePlacement, GcpFileError, ScanSize } from '../../../../gcp-files/gcp-file.ts'
import type { PixelFrame, Scan } from '../../../../gcp-files/onto-scan.ts'
import type { ImportedPlacement, NewPoint } from '../../../drafts/editor-document.ts'
import { MatchPart } from '../match/match-part.tsx'
import { useMatch } from '../match/use-match.ts'
import { AddressField } from './address-field.tsx'
import { isRough, useDatumText } from '../../parts/datum-text.ts'
import { choicesBeside, readBeside } from './maps-beside.ts'
import { OtherMapField } from './other-map-field.tsx'
import { countOutside, importOf, readImport } from './read-import.ts'
import type { ImportOptions, ImportPreview } from './read-import.ts'
import type { MapSource } from '../../model/source-of-map.ts'
import { errorText } from '../../../api/api-error.ts'
import { useAddPlacedMaps } from '../../../queries/scan-map-queries.ts'
import { toast } from '../../../ui/toast-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DropArea } from '../../../ui/drop-area.tsx'

/** Typing a coordinate system waits this long before the file is read anew. */
const RETRY_AFTER_MS = 400

interface ImportDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The map that the points are for. */
  readonly mapId: string
  readonly scan: Pyramid
  /** What the record of the map tells of the scan's file. */
  readonly scanFile: Omit<Scan, keyof ScanSize>
  /** Other maps of a file may become maps of the same scan. */
  readonly isOwner: boolean
  /** Points stand already, so that it must be asked what becomes of them. */
  readonly hasPoints: boolean
  /** @param placement null: transformation and crop stay as they are */
  readonly onImport: (
    points: readonly NewPoint[],
    mode: 'replace' | 'append',
    placement: ImportedPlacement | null,
  ) => void
}

/** Reads a control-point file, shows what it holds, and imports it on confirmation. */
export function ImportDialog({ isOpen, onClose, ...rest }: ImportDialogProps) {
  const { t } = useTranslation(['editor', 'import'])
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('import:title')}>
      <ImportForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function ImportForm({
  onClose,
  mapId,
  scan,
  scanFile,
  isOwner,
  hasPoints,
  onImport,
}: Omit<ImportDialogProps, 'isOpen'>) {
  const { t } = useTranslation(['editor', 'common', 'import'])
  const [source, setSource] = useState<File | MapSource | null>(null)
  const name = source && ('title' in source ? source.title : source.name)
  // Null: as the file says.
  const [crs, setCrs] = useState<string | null>(null)
  const [mode, setMode] = useState<'replace' | 'append'>('replace')
  // Null: the one named as the scan's file is, else the first.
  const [chosen, setChosen] = useState<number | null>(null)
  // Null: as the points tell.
  const [frame, setFrame] = useState<PixelFrame | null>(null)
  const [takesPlacement, setTakesPlacement] = useState(true)
  const [takesBeside, setTakesBeside] = useState(!hasPoints)
  const { mutate: addPlaced } = useAddPlacedMaps(mapId)
  const match = useMatch(scan)
  const choose = (next: File | MapSource | null) => {
    match.forget()
    setSource(next)
    setCrs(null)
    setChosen(null)
    setFrame(null)
  }
  const matched = match.state.phase === 'matched' ? match.state.placed : null
  const preview = useImportPreview(matched ?? source, scan, scanFile, {
    crs: crs ?? '',
    ...(chosen !== null && { which: chosen }),
    ...(frame && { frame }),
  })
  const points = preview?.kind === 'read' ? preview.projected.points : null
  const placement = preview?.kind === 'read' ? preview.placement : null
  const choices = preview?.kind === 'read' ? preview.choices : []
  const which = preview?.kind === 'read' ? preview.which : 0
  const besideCount = isOwner ? choicesBeside(choices, which).length : 0
  const importBeside = async () => {
    if (!(source instanceof File) || besideCount === 0 || !takesBeside) return
    const { width, height } = scan
    const options = { which, crs: crs?.trim() ?? '', ...(frame && { frame }) }
    addPlaced(await readBeside(source, { width, height, ...scanFile }, options, choices), {
      onSuccess: (count) => toast.success(t('import:besideDone', { count })),
      onError: (error) => toast.error(errorText(error)),
    })
  }

  return (
    <Stack>
      <DropArea
        label={t('import:file')}
        pickLabel={t('import:choose')}
        formats={READABLE_FORMATS.map((format) => t(`common:pointFormats.${format}`)).join(', ')}
        onChoose={([file]) => choose(file ?? null)}
      >
        <IconFileImport size={28} stroke={1.5} aria-hidden />
        <p data-for-mouse={name === null || undefined}>{name ?? t('import:drop')}</p>
      </DropArea>
      <AddressField onFetched={choose} />
      <OtherMapField mapId={mapId} label={t('import:otherMap')} onChosen={choose} />
      {source && !preview && <Text size="sm">{t('import:reading')}</Text>}
      {preview?.kind === 'failed' && <ImportError error={preview.error} />}
      {preview?.kind === 'read' && preview.choices.length > 1 && (
        <WhichMap preview={preview} which={which} onChange={setChosen} />
      )}
      {besideCount > 0 && (
        <Checkbox
          label={t('import:beside', { count: besideCount })}
          checked={takesBeside}
          onChange={({ currentTarget: { checked } }) => setTakesBeside(checked)}
        />
      )}
      {preview && !placement && <CrsField preview={preview} crs={crs} onChange={setCrs} />}
      {preview?.kind === 'read' && preview.frame && <FrameChoice frame={preview.frame} onChange={setFrame} />}
      {preview?.kind === 'read' && !matched && (
        <Found preview={preview} scan={scan} mapTitle={source && 'title' in source ? source.title : null} />
      )}
      {source && 'title' in source && preview?.kind === 'read' && (
        <MatchPart match={match} source={source} scan={scan} />
      )}
      {placement && (
        <PlacementChoice placement={placement} isTaken={takesPlacement} onChange={setTakesPlacement} />
      )}
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
          disabled={!points || points.length === 0 || match.state.phase === 'running'}
          onClick={() => {
            if (!points) return
            onImport(points, hasPoints ? mode : 'replace', takesPlacement ? placement : null)
            void importBeside()
            onClose()
          }}
        >
          {t('import:confirm')}
        </Button>
      </Group>
    </Stack>
  )
}

function useImportPreview(
  source: File | MapSource | null,
  { width, height }: ScanSize,
  { name, orientation, georeference }: Omit<Scan, keyof ScanSize>,
  { crs = '', which, frame }: ImportOptions,
): ImportPreview | null {
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  useEffect(() => {
    if (!source) return undefined
    let isCurrent = true
    const timer = window.setTimeout(
      () => {
        const scan = {
          width,
          height,
          ...(name !== undefined && { name }),
          ...(orientation && { orientation }),
          ...(georeference && { georeference }),
        }
        const reading =
          'title' in source
            ? importOf(source.file, scan)
            : readImport(source, scan, {
                crs: crs.trim(),
                ...(which !== undefined && { which }),
                ...(frame && { frame }),
              })
        void reading.then((read) => {
          if (isCurrent) setPreview(read)
        })
      },
      crs ? RETRY_AFTER_MS : 0,
    )
    return () => {
      isCurrent = false
      window.clearTimeout(timer)
    }
  }, [source, width, height, name, orientation, georeference, crs, which, frame])
  return preview
}

/** Errors whose sentence names the field. */
const NAMES_ITS_FIELD: readonly string[] = ['missingField', 'wrongValue']

function ImportError({ error }: { readonly error: GcpFileError | { readonly code: 'unreadable' } }) {
  const { t } = useTranslation(['editor', 'import'])
  const { line, field, value } = 'line' in error || 'field' in error || 'value' in error ? error : {}
  const named = NAMES_ITS_FIELD.includes(error.code) ? undefined : field
  const where = line ? (field ? t('import:whereField', { line, field }) : t('import:where', { line })) : named
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {where && <Text fw={600}>{where}</Text>}
      {error.code === 'missingField' && field === 'items'
        ? t('import:noItems')
        : t(`import:error.${error.code}`, {
            field: field ?? '',
            value: value ?? '',
            count: Number(value),
            most: MAX_CONTROL_POINTS,
          })}
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
  const { t } = useTranslation(['editor', 'import'])
  const isCrsFault =
    preview.kind === 'failed' && ['unknownCrs', 'unsupportedCrs', 'outsideCrs'].includes(preview.error.code)
  if (preview.kind === 'failed' && !isCrsFault && crs === null) return null
  const used = preview.kind === 'read' ? shortCrs(preview.projected.crs) : ''
  const isGuessed = preview.kind === 'read' && preview.projected.guessed
  const description =
    used && !crs ? t(isGuessed ? 'import:crsGuessed' : 'import:crsFile', { crs: used }) : null
  return (
    <TextInput
      label={t('import:crs')}
      description={description}
      placeholder={used || t('import:crsPlaceholder')}
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

type ReadPreview = Extract<ImportPreview, { kind: 'read' }>

interface WhichMapProps {
  readonly preview: ReadPreview
  readonly which: number
  readonly onChange: (which: number) => void
}

/** A file of several maps: one of them is imported. */
function WhichMap({ preview: { choices }, which, onChange }: WhichMapProps) {
  const { t } = useTranslation(['editor', 'import'])
  return (
    <NativeSelect
      label={t('import:which', { count: choices.length })}
      value={String(which)}
      onChange={({ currentTarget: { value } }) => onChange(Number(value))}
      data={choices.map(({ points, name }, index) => ({
        value: String(index),
        label: t('import:mapOf', { number: index + 1, count: points, name }),
      }))}
    />
  )
}

interface FrameChoiceProps {
  readonly frame: PixelFrame
  readonly onChange: (frame: PixelFrame) => void
}

/** Which picture the points are counted on, where EXIF turned the scan. */
function FrameChoice({ frame, onChange }: FrameChoiceProps) {
  const { t } = useTranslation(['editor', 'import'])
  return (
    <Radio.Group
      label={t('import:frame')}
      value={frame}
      onChange={(value) => onChange(value === 'stored' ? 'stored' : 'upright')}
    >
      <Stack gap="xs" mt={6}>
        <Radio value="upright" label={t('import:frameUpright')} />
        <Radio value="stored" label={t('import:frameStored')} />
      </Stack>
    </Radio.Group>
  )
}

interface PlacementChoiceProps {
  readonly placement: FilePlacement
  readonly isTaken: boolean
  readonly onChange: (isTaken: boolean) => void
}

/** What a file tells beside its points, and whether it is taken over. */
function PlacementChoice({ placement, isTaken, onChange }: PlacementChoiceProps) {
  const { t } = useTranslation(['editor', 'common', 'import'])
  const { transformationType, unknownTransformation, mask, projection, unknownProjection } = placement
  const parts = [
    transformationType && t(`settings.${transformationType}`),
    projection && t('import:projection', { name: projection.slice(0, 40) }),
    mask.length > 0 ? t('import:crop') : t('import:noCrop'),
  ].filter(Boolean)
  return (
    <Stack gap={4}>
      <Checkbox
        label={t('import:placement', { parts: parts.join(', ') })}
        checked={isTaken}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
      {unknownTransformation && (
        <Warning>{t('import:unknownTransformation', { name: unknownTransformation })}</Warning>
      )}
      {unknownProjection && <Warning>{t('import:unknownProjection', { name: unknownProjection })}</Warning>}
    </Stack>
  )
}

interface FoundProps {
  readonly preview: ReadPreview
  readonly scan: { readonly width: number; readonly height: number }
  /** Of the map that the points come from; null: they come from a file. */
  readonly mapTitle: string | null
}

function Found({
  preview: { projected, format, match, placement, isThroughRaster },
  scan,
  mapTitle,
}: FoundProps) {
  const { t } = useTranslation(['editor', 'common', 'import'])
  const datum = useDatumText()(projected.datum)
  const off = projected.points.filter(({ enabled }) => !enabled).length
  const outside = countOutside(projected, scan)
  const count = projected.points.length
  const sizes = { ...placement?.imageSize, ownWidth: scan.width, ownHeight: scan.height }
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={600}>
        {mapTitle === null
          ? t('import:found', { count, format: t(`common:pointFormats.${format}`) })
          : t('import:foundOnMap', { count, title: mapTitle })}
      </Text>
      {(format === 'world' || format === 'overlay') && <Text size="sm">{t('import:world')}</Text>}
      {isThroughRaster && <Text size="sm">{t('import:throughRaster')}</Text>}
      {match === 'scaled' && <Text size="sm">{t('import:scaled', sizes)}</Text>}
      {match === 'other' && <Warning>{t('import:otherPicture', sizes)}</Warning>}
      {off > 0 && <Text size="sm">{t('import:off', { count: off })}</Text>}
      {outside > 0 && <Warning>{t('import:outsideScan', { count: outside })}</Warning>}
      {datum !== null &&
        (isRough(projected.datum) ? <Warning>{datum}</Warning> : <Text size="sm">{datum}</Text>)}
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
