import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { audienceOf, MAP_AUDIENCES, type MapAudience } from '../../../contract/api/map-sharing.ts'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { errorText } from '../../api/api-error.ts'
import { serverOrigin } from '../../api/server-address.ts'
import { useMapSharing, useShareMap } from '../../queries/map-sharing-queries.ts'
import { usePermissions } from '../../session/permissions.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MakePrivateDialog } from '../make-private-dialog.tsx'
import { AudienceChoice } from './audience-choice.tsx'
import { LinkRow } from './link-row.tsx'
import classes from './share.module.css'

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
>

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
    <div className={classes.share}>
      {map.isOwner ? <OwnersChoice map={map} audience={audience} hasLink={data?.link != null} /> : null}
      {path === null ? null : <LinkRow title={map.titles.title} link={serverOrigin() + path} />}
    </div>
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
  // Asked about before it is done: it ends somebody's work, or a link that cannot be made again.
  const [asked, setAsked] = useState<{
    readonly about: 'claim' | 'link'
    readonly audience: MapAudience
  } | null>(null)
  const [done, setDone] = useState<MapAudience | null>(null)
  // Shown in the render of the press: the record is patched a moment later.
  const [wanted, setWanted] = useState<MapAudience | null>(null)
  const change = (next: MapAudience) => {
    setAsked(null)
    setDone(null)
    setWanted(next)
    mutate(next, { onSuccess: () => setDone(next), onSettled: () => setWanted(null) })
  }
  const choose = (next: MapAudience) => {
    if (isAssigned && next !== 'everyone') return setAsked({ about: 'claim', audience: next })
    if (hasLink && next === 'owner') return setAsked({ about: 'link', audience: next })
    return change(next)
  }
  const cancel = () => setAsked(null)
  return (
    <>
      <AudienceChoice
        label={t('who')}
        value={wanted ?? audience}
        isBusy={isPending}
        choices={MAP_AUDIENCES.map((value) => ({
          value,
          label: t(`audience.${value}.label`),
          text: t(`audience.${value}.text`),
        }))}
        onChange={choose}
      />
      <p role="status" className={classes.outcome}>
        {done === null ? null : t(`audience.${done}.now`)}
      </p>
      {error ? (
        <p role="alert" className={classes.error}>
          {errorText(error)}
        </p>
      ) : null}
      {asked?.about === 'claim' ? (
        <MakePrivateDialog map={map} onClose={cancel} onConfirm={() => change(asked.audience)} />
      ) : null}
      <ConfirmDialog
        isOpen={asked?.about === 'link'}
        title={t('endLink.title')}
        text={t('endLink.text')}
        confirmLabel={t('endLink.confirm')}
        onCancel={cancel}
        onConfirm={() => change('owner')}
      />
    </>
  )
}
