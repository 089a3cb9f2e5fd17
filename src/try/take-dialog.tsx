import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { transformationBody } from '../drafts/map-record-document.ts'
import type { EditorDocument } from '../drafts/editor-document.ts'
import { giveFile } from '../device/give-file.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { type LocalMap, scanOf } from './local-maps.ts'
import { ReadingScan, useReading } from './reading-scan.tsx'
import { fileName, nameTarget } from './take-target.ts'
import { publishLocally, type PublishedLocally } from '../../workers/local/local-client.ts'

/** How the pixels of the file are packed. */
const ENCODINGS = ['webp', 'jpeg', 'lossless'] as const

/** The map whose file is made, and the points it is placed by. */
export interface TakeDialogProps {
  readonly map: LocalMap
  readonly document: EditorDocument
  /** How far it is, for the button in the editor's bar; undefined: it is not under way. */
  readonly onPercent: (percent: number | null | undefined) => void
  readonly onClose: () => void
}

/** Makes the georeferenced file and saves it where the person says. */
export function TakeDialog({ map, document, onPercent, onClose }: TakeDialogProps) {
  const { t } = useTranslation('try')
  const [encoding, setEncoding] = useState<(typeof ENCODINGS)[number]>('webp')
  const work = useReading()
  const [taken, setTaken] = useState<PublishedLocally>()
  const isRunning = work.progress !== null
  const take = async () => {
    const done = await work.run(async ({ onProgress, signal }) => {
      // First of all: the browser asks for a name only right after a press.
      const target = await nameTarget(`${map.title}.tif`)
      if (!target) return undefined
      try {
        const request = { ...transformationBody(document), encoding, title: map.title }
        const told = {
          onProgress: (progress: Parameters<typeof onProgress>[0]) => {
            onProgress(progress)
            onPercent(progress.total > 0 ? (100 * progress.done) / progress.total : null)
          },
          signal,
        }
        const published = await publishLocally(await scanOf(map), request, target.sink, told)
        await target.finish()
        return published
      } catch (error) {
        await target.discard()
        throw error
      }
    })
    onPercent(undefined)
    if (done) setTaken(done)
  }
  return (
    <Dialog
      opened
      onClose={() => {
        if (!isRunning) onClose()
      }}
      title={t('take.title')}
      size="sm"
    >
      {taken ? (
        <Taken title={map.title} published={taken} onClose={onClose} />
      ) : work.progress ? (
        <ReadingScan progress={work.progress} onCancel={work.cancel} />
      ) : (
        <Stack>
          <Text size="sm">{t('take.text')}</Text>
          <Radio.Group
            label={t('take.encoding')}
            value={encoding}
            onChange={(value) => setEncoding(ENCODINGS.find((one) => one === value) ?? 'webp')}
          >
            <Stack gap={6} mt={6}>
              {ENCODINGS.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`take.encodings.${one}`)}
                  description={t(`take.hints.${one}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {work.fault !== undefined && (
            <Text c="red" size="sm" role="alert">
              {work.fault}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t('take.points')}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button data-autofocus onClick={() => void take()}>
              {t('take.save')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

/** The file is saved; what belongs beside it is offered. */
function Taken({
  title,
  published: { outline, worldFile },
  onClose,
}: {
  readonly title: string
  readonly published: PublishedLocally
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['try', 'common'])
  const give = (extension: string, text: string, type: string) =>
    giveFile(fileName(`${title}.${extension}`), new Blob([text], { type })).catch(() =>
      toast.error(t('common:fileNotSaved')),
    )
  return (
    <Stack>
      <Text role="status">{t('take.done')}</Text>
      <Text size="sm">{t('take.beside')}</Text>
      <Group>
        <Button variant="default" onClick={() => void give('geojson', outline, 'application/geo+json')}>
          {t('take.outline')}
        </Button>
        <Button variant="default" onClick={() => void give('tfw', worldFile, 'text/plain')}>
          {t('take.worldFile')}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t('take.close')}
        </Button>
      </Group>
    </Stack>
  )
}
