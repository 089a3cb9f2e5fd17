import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { transformationBody } from '../drafts/map-record-document.ts'
import type { EditorDocument } from '../drafts/editor-document.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { type LocalMap, scanOf } from './local-maps.ts'
import { ReadingScan, useReading } from './reading-scan.tsx'
import { nameTarget } from './take-target.ts'
import { publishLocally } from '../../workers/local/local-client.ts'

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
  const isRunning = work.progress !== null
  const take = async () => {
    const done = await work.run(async ({ onProgress, signal }) => {
      // First of all: the browser asks for a name only right after a press.
      const target = await nameTarget(`${map.title}.tif`)
      if (!target) return false
      try {
        const request = { ...transformationBody(document), encoding, title: map.title }
        const told = {
          onProgress: (progress: Parameters<typeof onProgress>[0]) => {
            onProgress(progress)
            onPercent(progress.total > 0 ? (100 * progress.done) / progress.total : null)
          },
          signal,
        }
        await publishLocally(await scanOf(map), request, target.sink, told)
        await target.finish()
        return true
      } catch (error) {
        await target.discard()
        throw error
      }
    })
    onPercent(undefined)
    if (!done) return
    toast.success(t('take.done'))
    onClose()
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
      {work.progress ? (
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
