import { useSetAtom } from 'jotai'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import type { ScanSize } from '../../model/scan-edge.ts'
import { openDialogAtom } from '../../model/open-dialog.ts'
import { EmbeddedPointsBanner } from '../../panels/files/embedded-points-banner.tsx'
import type { EditingSession } from '../../session/use-editing-session.ts'
import type { MarkDoneProps } from '../top-bar.tsx'
import { GoneBanner } from './gone-banner.tsx'
import { MapBanners } from './map-banners.tsx'
import { WorkBanners } from './work-banners.tsx'

interface EditorBannersProps {
  readonly record: MapRecord
  /** It was deleted, or taken from this user's sight, while it stood open. */
  readonly isGone: boolean
  readonly scan: ScanSize
  readonly session: EditingSession
  /** Submits the map; absent where its button stands in the bar above. */
  readonly markDone: MarkDoneProps | undefined
  /** Other points are shown now. */
  readonly onTaken: () => void
}

/** What holds for the map and for the work on it, between the bar and the panes. */
export function EditorBanners({ record, isGone, scan, session, markDone, onTaken }: EditorBannersProps) {
  const openDialog = useSetAtom(openDialogAtom)
  const { permissions, ended, server, draft, tab, transform } = session
  const { canEdit } = permissions
  return (
    <>
      {isGone ? (
        <GoneBanner record={record} onExport={() => openDialog('export')} />
      ) : (
        <MapBanners
          record={record}
          permissions={permissions}
          ended={ended}
          hasDraftAside={server.hasDraftAside}
          onViewDetails={() => openDialog('overview')}
          markDone={markDone}
        />
      )}
      <WorkBanners
        record={record}
        scan={scan}
        draft={draft}
        tab={tab}
        transform={transform}
        server={server}
        canEdit={canEdit}
        onTaken={onTaken}
      />
      {canEdit && draft.offers.length === 0 ? (
        <EmbeddedPointsBanner embedded={record.embeddedGcps} onUsed={onTaken} />
      ) : null}
    </>
  )
}
