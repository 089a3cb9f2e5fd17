import { Anchor, Switch, Tooltip } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { errorText } from '../api/api-error.ts'
import { usePermissions } from '../session/permissions.ts'
import { toast } from '../ui/toast-store.ts'
import { useSwitchPublic } from '../queries/map-queries.ts'
import classes from './visibility-switch.module.css'
import { usePublicPage } from './use-public-page.ts'

/** The owner's switch between public and private, off while someone works on the map; and the way to the public page. */
export function VisibilitySwitch({ map }: { readonly map: MapSummary }) {
  const { t } = useTranslation('maps')
  const { canTogglePublic } = usePermissions(map)
  const { mutate, isPending } = useSwitchPublic(map.id)
  const { href, open, copy } = usePublicPage(map.id)
  return (
    <div className={classes.row}>
      <Tooltip label={t('visibility.locked')} disabled={canTogglePublic}>
        <div>
          <Switch
            size="sm"
            checked={map.isPublic}
            disabled={!canTogglePublic}
            label={map.isPublic ? t('visibility.public') : t('visibility.private')}
            aria-label={t('visibility.switch', { title: map.titles.title })}
            aria-description={canTogglePublic ? undefined : t('visibility.locked')}
            aria-busy={isPending}
            thumbIcon={canTogglePublic ? undefined : <IconLock size={10} stroke={2} color="var(--p-muted)" />}
            onChange={({ currentTarget }) =>
              mutate(currentTarget.checked, {
                onSuccess: (_reply, isPublic) =>
                  toast.success(
                    t(isPublic ? 'visibility.nowPublic' : 'visibility.nowPrivate', {
                      title: map.titles.title,
                    }),
                    isPublic ? { action: open, second: copy } : {},
                  ),
                onError: (error) => toast.error(errorText(error)),
              })
            }
          />
        </div>
      </Tooltip>
      {map.isPublic ? (
        <Anchor
          href={href}
          target="_blank"
          rel="noopener"
          size="sm"
          className={classes.page ?? ''}
          aria-label={t('publicPage.openNamed', { title: map.titles.title })}
        >
          {open.label}
        </Anchor>
      ) : null}
    </div>
  )
}
