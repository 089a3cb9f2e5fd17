import { useTranslation } from 'react-i18next'
import { audienceOf, MAP_AUDIENCES, type MapAudience } from '../../../contract/api/map-sharing.ts'
import type { MapRecord, MapSummary } from '../../../contract/api/map-record.ts'
import { useMapSharing, useShareMap } from '../../queries/map-sharing-queries.ts'
import { useMapsOnScan } from '../../queries/scan-map-queries.ts'
import { usePermissions } from '../../session/permissions.ts'
import { MakePrivateDialog } from '../make-private-dialog.tsx'
import { SharePanel } from './share-panel.tsx'
import { WhoMaySee } from './who-may-see.tsx'

/** What is known of a map that is shared. */
export type SharedMap = Pick<
  MapSummary,
  | 'id'
  | 'titles'
  | 'userId'
  | 'isOwner'
  | 'isPublic'
  | 'hasLink'
  | 'isTransformed'
  | 'acceptsClaims'
  | 'assigned'
> &
  Pick<MapRecord, 'mapsOnScan'>

export interface VisibilityChoiceProps {
  readonly map: SharedMap
}

/** Who may see a map, chosen by its owner, and the link to hand on; others have the link of a public map alone. */
export function VisibilityChoice({ map }: VisibilityChoiceProps) {
  const audience = audienceOf(map)
  const { data } = useMapSharing(map.id, map.isOwner)
  const path =
    audience === 'everyone'
      ? `/m/${encodeURIComponent(map.id)}`
      : audience === 'link'
        ? (data?.link?.url ?? null)
        : null
  return (
    <SharePanel
      title={map.titles.title}
      path={path}
      who={map.isOwner ? <OwnersChoice map={map} audience={audience} hasLink={data?.link != null} /> : null}
    />
  )
}

interface OwnersChoiceProps {
  readonly map: SharedMap
  readonly audience: MapAudience
  readonly hasLink: boolean
}

function OwnersChoice({ map, audience, hasLink }: OwnersChoiceProps) {
  const { t } = useTranslation('share')
  const { isAssigned } = usePermissions(map)
  const { mutate, isPending, error } = useShareMap(map.id)
  // Whoever sees a map sees the whole scan.
  const others = useMapsOnScan(map.id, (map.mapsOnScan ?? 0) > 0)
  const count = others.filter(({ isPublic }) => !isPublic).length
  const ofScan = (value: MapAudience) =>
    count > 0 && value !== 'owner' ? ` ${t('wholeScan', { count })}` : ''
  return (
    <WhoMaySee
      audience={audience}
      choices={MAP_AUDIENCES.map((value) => ({
        value,
        label: t(`audience.${value}.label`),
        text: `${t(`audience.${value}.text`)}${ofScan(value)}`,
        now: t(`audience.${value}.now`),
      }))}
      isPending={isPending}
      error={error}
      onChange={mutate}
      endsLink={(next) => hasLink && next === 'owner'}
      endLinkText={t('endLink.text')}
      question={{
        isFor: (next) => isAssigned && next !== 'everyone',
        ask: (confirm, cancel) => <MakePrivateDialog map={map} onClose={cancel} onConfirm={confirm} />,
      }}
    />
  )
}
