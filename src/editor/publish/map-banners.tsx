import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { approveTransformation } from '../../../contract/api/assignments.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { PermissionSet } from '../../../contract/permissions.ts'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { toast } from '../../ui/toast-store.ts'
import { Banner } from '../frame/banner.tsx'

interface MapBannersProps {
  readonly record: MapRecord
  readonly permissions: PermissionSet
}

/** What holds for this map and this user: who works on it, what it waits for, or that editing is not allowed. */
export function MapBanners({ record, permissions }: MapBannersProps) {
  const { t, i18n } = useTranslation('editor')
  const [dismissed, setDismissed] = useState<string | null>(null)
  const kind = bannerKind(permissions)
  if (kind === null || dismissed === kind) return null
  const until = record.assigned
    ? new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(
        new Date(record.assigned.expireAt),
      )
    : ''
  const texts: Record<BannerKind, string> = {
    noPermission: t('banner.noPermission'),
    awaitingApproval: t('banner.awaitingApproval'),
    readyForApproval: t('banner.readyForApproval'),
    assignedToOther: t('banner.assignedToOther', {
      username: record.assigned?.to.username ?? '',
      time: until,
    }),
    assignedToYou: t('banner.assignedToYou', { time: until }),
  }
  const actions: ReactNode = kind === 'readyForApproval' ? <ApproveButton mapId={record.id} /> : null
  return (
    <Banner
      tone={kind === 'assignedToYou' ? 'blue' : 'amber'}
      actions={actions}
      onDismiss={() => setDismissed(kind)}
    >
      {texts[kind]}
    </Banner>
  )
}

type BannerKind =
  'noPermission' | 'awaitingApproval' | 'readyForApproval' | 'assignedToOther' | 'assignedToYou'

/** The banner that a permission set calls for; null where the user simply edits. */
export function bannerKind(permissions: PermissionSet): BannerKind | null {
  if (permissions.canApprove) return 'readyForApproval'
  if (permissions.isAssignedUser) return permissions.isDone ? 'awaitingApproval' : 'assignedToYou'
  if (permissions.isAssigned && permissions.isOwner) return 'assignedToOther'
  return permissions.canEdit ? null : 'noPermission'
}

function ApproveButton({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('editor')
  const queries = useQueryClient()
  const approve = useMutation({
    mutationFn: () => callApi(approveTransformation, { params: { id: mapId } }),
    onSuccess: () => {
      toast.success(t('banner.approved'))
      return queries.invalidateQueries()
    },
    onError: (error) =>
      toast.error(error instanceof ApiError && error.body ? error.message : t('banner.approveFailed')),
  })
  return (
    <Button size="compact-sm" loading={approve.isPending} onClick={() => approve.mutate()}>
      {t('banner.approve')}
    </Button>
  )
}
