import { Button, CloseButton, Group, Paper, Text, Title } from '@mantine/core'
import { IconBooks, IconDownload, IconMap2, IconPhotoPlus } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { FavoriteDialog } from '../../../map-record/favorite-dialog.tsx'
import { MapDownloads } from '../../../map-record/downloads/map-downloads.tsx'
import { MapVisibility } from '../../../map-record/share/map-visibility.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { announce } from '../../../ui/announce.ts'
import { useLayer } from '../../../ui/use-layer.ts'
import { i18n } from '../../../ui/i18n/i18n.ts'
import { useResultWays } from '../../session/use-result-ways.ts'
import classes from './published-card.module.css'

export interface PublishedCardProps {
  readonly record: MapRecord
  readonly onClose: () => void
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What can be done with a map that lies there now. It stays until it is closed, and covers no middle of a map. */
export function PublishedCard({ record, onClose }: PublishedCardProps) {
  const { t } = useTranslation(['published', 'editor'])
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  const ways = useResultWays(record)
  const [dialog, setDialog] = useState<'catalog' | 'downloads' | null>(null)
  const close = () => {
    const hadFocus = card.current?.contains(document.activeElement)
    onClose()
    // The work goes on in the map.
    if (hadFocus)
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('[data-pane] [role=application]')?.focus({ preventScroll: true }),
      )
  }
  // Back on a phone closes it before it leaves the page.
  useLayer(dialog === null, close, { leavesKeys: true })
  useEffect(() => announce(t('editor:transform.success')), [t])
  const { transformedPath } = record.files
  const button = {
    variant: 'default',
    size: 'sm',
    px: 8,
    h: 'auto',
    mih: 36,
    className: 'touch-target',
    styles: { label: { whiteSpace: 'normal' } },
  } as const
  return (
    <>
      <Paper
        component="section"
        ref={card}
        withBorder
        className={classes['card'] ?? ''}
        aria-labelledby={titleId}
        onKeyDown={({ key }: { readonly key: string }) => {
          if (key === 'Escape' && dialog === null) close()
        }}
      >
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap={8}>
          <Title order={2} size="h4" id={titleId}>
            {t('title')}
          </Title>
          <CloseButton aria-label={t('close')} className="touch-target" onClick={close} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('editor:transform.success')}
        </Text>
        <MapVisibility map={record} />
        <div className={classes['ways']}>
          <Button {...button} leftSection={<IconMap2 {...ICON} />} onClick={ways.onShowOnMap}>
            {t('look')}
          </Button>
          <Button {...button} leftSection={<IconBooks {...ICON} />} onClick={() => setDialog('catalog')}>
            {t('catalog')}
          </Button>
          {transformedPath !== null && (
            <Button
              {...button}
              leftSection={<IconDownload {...ICON} />}
              onClick={() =>
                void i18n.loadNamespaces(['public', 'downloads']).then(() => setDialog('downloads'))
              }
            >
              {t('take')}
            </Button>
          )}
          <ButtonLink to="/main" {...button} leftSection={<IconPhotoPlus {...ICON} />}>
            {t('next')}
          </ButtonLink>
        </div>
      </Paper>
      {dialog === 'catalog' && (
        <FavoriteDialog map={record} onClose={() => setDialog(null)} onSaved={() => setDialog(null)} />
      )}
      {dialog === 'downloads' && transformedPath !== null && (
        <Dialog opened onClose={() => setDialog(null)} title={t('take')} size="sm">
          <MapDownloads mapId={record.id} title={record.titles.title} overlayPath={transformedPath} />
        </Dialog>
      )}
    </>
  )
}
