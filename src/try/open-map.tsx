import { IconUserUp } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../contract/api/map-record.ts'
import type { EditorDocument } from '../drafts/editor-document.ts'
import { ButtonLink } from '../ui/links.tsx'
import { EmptyState } from '../ui/list-states.tsx'
import { lazyNeeded } from '../ui/lazy-needed.tsx'
import { LoadingIndicator } from '../ui/loading-indicator.tsx'
import { useIsMobile } from '../ui/use-is-mobile.ts'
import { faultText } from './fault-text.ts'
import { Frame } from './frame.tsx'
import { type LocalMap, localMap, pyramidHandle } from './local-maps.ts'
import { localRecord } from './local-record.ts'
import { prepareMap } from './prepare-map.ts'
import { ReadingScan, useReading } from './reading-scan.tsx'
import type { TakeDialogProps } from './take-dialog.tsx'
import classes from './try-page.module.css'

const TakeDialog = lazyNeeded<TakeDialogProps>(async () => (await import('./take-dialog.tsx')).TakeDialog)

/** What the editor of a map on this device is given. */
export interface LocalEditorType {
  readonly record: MapRecord
  readonly pyramid: File
  readonly local: {
    readonly take: (document: EditorDocument) => void
    readonly percent: number | null | undefined
  }
  readonly barEnd: ReactNode
}

interface OpenMapProps {
  readonly mapId: string
  readonly Editor: ComponentType<LocalEditorType>
}

type Opened = { readonly map: LocalMap; readonly pyramid: File } | 'missing' | null

/** A map of this device in the editor; its pyramid is made first where that was broken off. */
export function OpenMap({ mapId, Editor }: OpenMapProps) {
  const { t } = useTranslation('try')
  const [opened, setOpened] = useState<Opened>(null)
  const [fault, setFault] = useState<string>()
  const reading = useReading()

  const open = useEffectEvent(async (): Promise<Opened> => {
    const kept = await localMap(mapId)
    if (!kept) return 'missing'
    const map = kept.pyramid ? kept : await reading.run((options) => prepareMap(kept, options))
    // Given up, or failed, which is told.
    if (!map) return null
    const pyramid = await (await pyramidHandle(mapId)).getFile()
    // Cleared by the browser, to have room for other pages.
    return pyramid.size === 0 ? 'missing' : { map, pyramid }
  })
  useEffect(() => {
    let isCurrent = true
    open().then(
      (found) => isCurrent && setOpened(found),
      (error: unknown) => isCurrent && setFault(faultText(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [mapId])

  const said = fault ?? reading.fault
  if (opened === 'missing' || said !== undefined)
    return (
      <Frame>
        <EmptyState
          title={t('missing.title')}
          text={said ?? t('missing.text')}
          action={<ButtonLink to="/try">{t('missing.back')}</ButtonLink>}
        />
      </Frame>
    )
  if (opened) return <InEditor {...opened} Editor={Editor} />
  return reading.progress ? (
    <Frame>
      <ReadingScan progress={reading.progress} onCancel={reading.cancel} />
    </Frame>
  ) : (
    <LoadingIndicator />
  )
}

interface InEditorProps extends Pick<OpenMapProps, 'Editor'> {
  readonly map: LocalMap
  readonly pyramid: File
}

function InEditor({ map, pyramid, Editor }: InEditorProps) {
  const [taken, setTaken] = useState<EditorDocument | null>(null)
  const [percent, setPercent] = useState<number | null>()
  const record = useMemo(() => localRecord(map), [map])
  return (
    // What opens over the page is laid into `#content`.
    <main id="content" tabIndex={-1} className={classes['editor']}>
      <Editor
        record={record}
        pyramid={pyramid}
        local={{ take: setTaken, percent }}
        barEnd={<KeepLink mapId={map.id} />}
      />
      {taken && (
        <TakeDialog map={map} document={taken} onPercent={setPercent} onClose={() => setTaken(null)} />
      )}
    </main>
  )
}

/** The way into an account, where the map can be shared and is on every device. */
function KeepLink({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('try')
  const isPhone = useIsMobile()
  const icon = <IconUserUp size={18} stroke={1.75} aria-hidden />
  const to = { to: '/try', search: { map: mapId, keep: 'account' } } as const
  return isPhone ? (
    <ButtonLink {...to} variant="subtle" color="gray" px={8} aria-label={t('keep.link')}>
      {icon}
    </ButtonLink>
  ) : (
    <ButtonLink {...to} variant="default" size="sm" leftSection={icon}>
      {t('keep.link')}
    </ButtonLink>
  )
}
