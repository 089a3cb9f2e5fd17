import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { errorText } from '../api/api-error.ts'
import { usePermissions } from '../session/permissions.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { dismissToastsAbout, toast } from '../ui/toast-store.ts'
import { useSwitchPublic } from '../queries/map-queries.ts'
import classes from './visibility-switch.module.css'
import { usePublicPage } from './use-public-page.ts'

/** Dialogs are large, and few switches ask. */
const MakePrivateDialog = lazyOverlay(
  async () => (await import('./make-private-dialog.tsx')).MakePrivateDialog,
)

/** The owner's switch between public and private. Made private, a claim ends: it asks first. */
export function VisibilitySwitch({ map }: { readonly map: MapSummary }) {
  const { t } = useTranslation(['maps', 'common'])
  const { canTogglePublic, isAssigned } = usePermissions(map)
  const { mutate, isPending } = useSwitchPublic(map.id)
  const { open, copy } = usePublicPage(map.id)
  const [isAsking, setAsking] = useState(false)
  const { title } = map.titles
  const about = `visibility ${map.id}`
  const change = (isPublic: boolean) => {
    dismissToastsAbout(about)
    mutate(isPublic, {
      onSuccess: () =>
        toast.success(t(isPublic ? 'visibility.nowPublic' : 'visibility.nowPrivate', { title }), {
          about,
          action: { label: t('common:action.undo'), run: () => change(!isPublic) },
          ...(isPublic && { second: open, third: copy }),
        }),
      onError: (error) => toast.error(errorText(error)),
    })
  }
  return (
    <div className={classes.row}>
      <Switch
        size="sm"
        checked={map.isPublic}
        disabled={!canTogglePublic}
        label={map.isPublic ? t('visibility.public') : t('visibility.private')}
        aria-label={t('visibility.switch', { title })}
        aria-busy={isPending}
        onChange={({ currentTarget: { checked } }) => {
          if (isAssigned && !checked) setAsking(true)
          else change(checked)
        }}
      />
      {isAsking ? (
        <MakePrivateDialog
          map={map}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            change(false)
          }}
        />
      ) : null}
    </div>
  )
}
