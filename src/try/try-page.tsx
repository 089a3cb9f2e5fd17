import { Button } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logout, validateToken } from '../../contract/api/session.ts'
import { config, healthCheck } from '../../contract/api/system.ts'
import { SCAN_EXTENSIONS } from '../../contract/constants.ts'
import { limitCalls } from '../api/call-limit.ts'
import { takeBroughtFile } from '../device/brought-file.ts'
import { DropArea } from '../ui/drop-area.tsx'
import { lazySection } from '../ui/lazy-section.tsx'
import { toast } from '../ui/toast-store.ts'
import { DeviceMaps } from './device-maps.tsx'
import { faultText } from './fault-text.ts'
import { Frame } from './frame.tsx'
import { removeLeftovers } from './local-maps.ts'
import { type LocalEditorType, OpenMap } from './open-map.tsx'
import { takeScan } from './prepare-map.ts'
import { ReadingScan, useReading } from './reading-scan.tsx'
import { sampleScan } from './sample-scan.ts'
import { removeTaken } from './take-target.ts'
import classes from './try-page.module.css'

const KeepPage = lazySection<{ readonly mapId: string }>(
  async () => (await import('./keep-page.tsx')).KeepPage,
)

/** What the page itself asks of the server; it says nothing of a map. */
const LET_OUT = [config, healthCheck, validateToken, logout].map(({ path }) => path)
const ACCEPTED = SCAN_EXTENSIONS.map((extension) => `.${extension}`).join(',')

interface TryPageProps {
  /** The map of this device that stands open. */
  readonly mapId: string | undefined
  /** It is on its way into an account. */
  readonly isKeeping: boolean
  readonly onOpen: (mapId: string) => void
  /** The editor, which is a feature of its own. */
  readonly Editor: ComponentType<LocalEditorType>
}

/** A map is placed and taken along without an account, and nothing of it leaves the computer. */
export function TryPage({ mapId, isKeeping, onOpen, Editor }: TryPageProps) {
  const isLimited = !isKeeping
  // Before anything beneath asks.
  useLayoutEffect(() => (isLimited ? limitCalls(LET_OUT) : undefined), [isLimited])
  if (mapId !== undefined && isKeeping) return <KeepPage key={mapId} mapId={mapId} />
  if (mapId !== undefined) return <OpenMap key={mapId} mapId={mapId} Editor={Editor} />
  return <Begin onOpen={onOpen} />
}

function Begin({ onOpen }: Pick<TryPageProps, 'onOpen'>) {
  const { t } = useTranslation('try')
  const reading = useReading()
  const [isFetching, setFetching] = useState(false)
  const { run } = reading
  const take = (scan: File) =>
    void run((options) => takeScan(scan, options), scan.name).then((map) => map && onOpen(map.id))
  const takeSample = async () => {
    setFetching(true)
    try {
      take(await sampleScan(t('sample.title')))
    } catch (error) {
      toast.error(faultText(error))
    }
    setFetching(false)
  }
  const takeBrought = useEffectEvent(() => {
    const brought = takeBroughtFile()
    if (brought) take(brought)
  })
  useEffect(() => {
    takeBrought()
    removeLeftovers().catch(() => undefined)
    removeTaken().catch(() => undefined)
  }, [])
  return (
    <Frame>
      <h1 className={classes['title']}>{t('title')}</h1>
      <p className={classes['lead']}>{t('text')}</p>
      {reading.progress ? (
        <ReadingScan progress={reading.progress} name={reading.name} onCancel={reading.cancel} />
      ) : (
        <DropArea
          label={t('file')}
          accept={ACCEPTED}
          pickLabel={t('choose')}
          formats={t('formats')}
          error={reading.fault}
          isTall
          onChoose={([scan]) => take(scan)}
        >
          <IconPhotoPlus size={32} stroke={1.5} aria-hidden />
          <p data-for-mouse>{t('drop')}</p>
        </DropArea>
      )}
      {!reading.progress && (
        <p className={classes['sample']}>
          {t('sample.none')}
          <Button variant="subtle" size="compact-md" loading={isFetching} onClick={() => void takeSample()}>
            {t('sample.take')}
          </Button>
        </p>
      )}
      <DeviceMaps onOpen={onOpen} />
    </Frame>
  )
}
