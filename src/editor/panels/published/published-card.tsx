import { Button, CloseButton, Group, Paper, Text, Title } from '@mantine/core'
import { IconBooks, IconDownload, IconMap2, IconPhotoPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
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
  /** The button by which a contributor submits the map. */
  readonly submit: ReactNode
  readonly onClose: () => void
}

type DialogName = 'catalog' | 'downloads'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What can be done with a map that lies there now. It stays until it is closed, and covers no middle of a map. */
export function PublishedCard({ record, submit, onClose }: PublishedCardProps) {
  const { t } = useTranslation(['published', 'editor'])
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  const [dialog, setDialog] = useState<DialogName | null>(null)
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
  return (
    <>
      <Paper
        component="section"
        ref={card}
        withBorder
        className={classes['card'] ?? ''}
        aria-labelledby={titleId}
        data-chooses={record.isOwner || undefined}
        onKeyDown={({ key }: { readonly key: string }) => {
          if (key === 'Escape' && dialog === null) close()
        }}
      >
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap={8}>
          <Title order={2} size="h4" id={titleId}>
            {t(record.isOwner ? 'title' : 'titleOfContributor')}
          </Title>
          <CloseButton aria-label={t('close')} className="touch-target" onClick={close} />
        </Group>
        <Text size="sm" c="dimmed" className={classes['done'] ?? ''}>
          {t('editor:transform.success')}
        </Text>
        {record.isOwner ? (
          <OwnersWays record={record} onDialog={setDialog} />
        ) : (
          <>
            <Text size="sm">{t('toSubmit')}</Text>
            {submit}
          </>
        )}
      </Paper>
      {dialog === 'catalog' && (
        <FavoriteDialog map={record} onClose={() => setDialog(null)} onSaved={() => setDialog(null)} />
      )}
      {dialog === 'downloads' && transformedPath !== null && (
        <Dialog opened onClose={() => setDialog(null)} title={t('take')} size="sm">
          <MapDownloads
            mapId={record.id}
            title={record.titles.title}
            overlayPath={transformedPath}
            corners={record.corners}
          />
        </Dialog>
      )}
    </>
  )
}

const BUTTON = {
  variant: 'default',
  size: 'sm',
  px: 8,
  h: 'auto',
  mih: 36,
  className: 'touch-target',
  styles: { label: { whiteSpace: 'normal' } },
} as const

interface OwnersWaysProps {
  readonly record: MapRecord
  readonly onDialog: (name: DialogName) => void
}

/** Who may see the map is its owner's to choose; what others have made is nowhere else before it is approved. */
function OwnersWays({ record, onDialog }: OwnersWaysProps) {
  const { t } = useTranslation('published')
  const ways = useResultWays(record)
  return (
    <>
      <MapVisibility map={record} />
      <div className={classes['ways']}>
        <Button {...BUTTON} leftSection={<IconMap2 {...ICON} />} onClick={ways.onShowOnMap}>
          {t('look')}
        </Button>
        <Button {...BUTTON} leftSection={<IconBooks {...ICON} />} onClick={() => onDialog('catalog')}>
          {t('catalog')}
        </Button>
        {record.files.transformedPath !== null && (
          <Button
            {...BUTTON}
            leftSection={<IconDownload {...ICON} />}
            onClick={() =>
              void i18n.loadNamespaces(['public', 'downloads']).then(() => onDialog('downloads'))
            }
          >
            {t('take')}
          </Button>
        )}
        <ButtonLink to="/main" {...BUTTON} leftSection={<IconPhotoPlus {...ICON} />}>
          {t('next')}
        </ButtonLink>
      </div>
    </>
  )
}
