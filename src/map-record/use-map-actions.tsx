import {
  IconBoxMultiple,
  IconCompass,
  IconLink,
  IconMapPin,
  IconPencil,
  IconRefresh,
  IconReplace,
  IconShare,
  IconTrash,
  IconWorldPin,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { errorText } from '../api/api-error.ts'
import { useRetryScan } from '../queries/map-queries.ts'
import { usePermissionsOf } from '../session/permissions.ts'
import { i18n } from '../ui/i18n/i18n.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { toast } from '../ui/toast-store.ts'
import type { CardAction } from './card-actions.tsx'
import type { UsualActions } from './map-collection.tsx'
import { ShareDialog } from './share/share-dialog.tsx'
import { usePublicPageLink } from './use-public-page.ts'

const DeleteMapDialog = lazyOverlay(async () => (await import('./delete-map-dialog.tsx')).DeleteMapDialog)
const EditMapDialog = lazyOverlay(async () => (await import('./edit-map-dialog.tsx')).EditMapDialog)
const ReplaceScanDialog = lazyOverlay(async () => {
  const [part] = await Promise.all([
    import('./replace-scan-dialog.tsx'),
    i18n.loadNamespaces(['scan', 'upload']),
  ])
  return part.ReplaceScanDialog
})
const MapInWorkDialog = lazyOverlay(async () => (await import('./map-in-work-dialog.tsx')).MapInWorkDialog)

/** Where the actions of a card lead. */
export interface MapWays {
  readonly onOpenEditor: (map: MapSummary) => void
  readonly onShowOnMap: (map: MapSummary) => void
  readonly onNavigate: (map: MapSummary) => void
}

/** A dialog about one map. */
interface MapDialog {
  /** `inWork` where another works on the map, which locks its info. */
  readonly kind: 'edit' | 'delete' | 'inWork' | 'share' | 'replaceScan'
  readonly map: MapSummary
}

interface MapActions {
  readonly actionsFor: (map: MapSummary, usual: UsualActions) => readonly CardAction[]
  /** The dialog that an action has opened. */
  readonly dialog: ReactNode
}

/** All that can be done with a map on its card, by its owner and by others. */
export function useMapActions({ onOpenEditor, onShowOnMap, onNavigate }: MapWays): MapActions {
  const { t } = useTranslation('maps')
  const permissionsFor = usePermissionsOf()
  const copyPublicPage = usePublicPageLink()
  const [opened, setOpened] = useState<MapDialog | null>(null)
  const change = (kind: 'edit' | 'delete' | 'share', map: MapSummary) =>
    setOpened({ kind: kind === 'edit' && permissionsFor(map).isAssigned ? 'inWork' : kind, map })
  const close = () => setOpened(null)
  const { mutateAsync: retry } = useRetryScan()
  const retryScan = async ({ id }: MapSummary) => {
    try {
      await retry(id)
      toast.success(t('card.retrying'))
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  const queries = useQueryClient()
  const addMap = async ({ id }: MapSummary) => {
    try {
      // Lists begin without it.
      const { addMapBeside } = await import('../queries/scan-map-queries.ts')
      onOpenEditor(await addMapBeside(queries, id))
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  const actionsFor = (map: MapSummary, { look, details, catalogs, download }: UsualActions): CardAction[] => {
    const editor = {
      key: 'points',
      label: t('card.openEditor'),
      icon: IconMapPin,
      onPress: () => onOpenEditor(map),
    }
    const edit = { key: 'edit', label: t('card.edit'), icon: IconPencil, onPress: () => change('edit', map) }
    const show = {
      key: 'show',
      label: t('card.showOnMap'),
      icon: IconWorldPin,
      onPress: () => onShowOnMap(map),
    }
    const navigate = {
      key: 'navigate',
      label: t('card.navigator'),
      icon: IconCompass,
      onPress: () => onNavigate(map),
    }
    const share = {
      key: 'share',
      label: t('card.share'),
      icon: IconShare,
      onPress: () => change('share', map),
    }
    const remove = {
      key: 'delete',
      label: t('card.delete'),
      icon: IconTrash,
      isDestructive: true,
      onPress: () => change('delete', map),
    }
    const another = {
      key: 'another',
      label: t('card.anotherMap'),
      icon: IconBoxMultiple,
      onPress: () => void addMap(map),
    }
    const copyLink = {
      key: 'copyLink',
      label: t('publicPage.copy'),
      icon: IconLink,
      onPress: () => copyPublicPage(map.id),
    }
    // What keeps a map from being anything comes first.
    const mend = [
      {
        key: 'retryScan',
        label: t('card.retryScan'),
        icon: IconRefresh,
        onPress: () => void retryScan(map),
      },
      {
        key: 'replaceScan',
        label: t('card.replaceScan'),
        icon: IconReplace,
        onPress: () => setOpened({ kind: 'replaceScan', map }),
      },
    ]
    return [
      ...(map.isOwner && map.processing.state === 'failed' ? mend : []),
      ...look,
      details,
      ...(map.isTransformed ? [show] : []),
      ...(map.isOwner ? [editor, edit] : []),
      ...(map.isOwner && map.processing.state === 'ready' ? [another] : []),
      ...(map.isOwner ? [share] : map.isPublic ? [copyLink] : []),
      catalogs,
      ...(map.isTransformed ? [navigate] : []),
      ...download,
      ...(map.isOwner ? [remove] : []),
    ]
  }

  const dialog = (
    <>
      {opened?.kind === 'edit' ? <EditMapDialog map={opened.map} onClose={close} /> : null}
      {opened?.kind === 'share' ? <ShareDialog map={opened.map} onClose={close} /> : null}
      {opened?.kind === 'delete' ? <DeleteMapDialog map={opened.map} onClose={close} /> : null}
      {opened?.kind === 'replaceScan' ? <ReplaceScanDialog map={opened.map} onClose={close} /> : null}
      {opened?.kind === 'inWork' ? (
        <MapInWorkDialog map={opened.map} onClose={close} onOpenEditor={() => onOpenEditor(opened.map)} />
      ) : null}
    </>
  )
  return { actionsFor, dialog }
}
