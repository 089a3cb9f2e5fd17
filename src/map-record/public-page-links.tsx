import { Button } from '@mantine/core'
import { IconExternalLink, IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { onServer, serverOrigin } from '../api/server-address.ts'
import { shareLink } from '../device/share-link.ts'
import { toast } from '../ui/toast-store.ts'
import classes from './public-page-links.module.css'

/** Leads to the page that anyone sees of a public map, and copies its address. */
export function PublicPageLinks({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('maps')
  const path = `/m/${encodeURIComponent(mapId)}`
  const copy = async () => {
    try {
      if ((await shareLink(serverOrigin() + path)) === 'copied') toast.success(t('publicPage.copied'))
    } catch {
      toast.error(t('publicPage.notCopied'))
    }
  }
  return (
    <div className={classes.links}>
      <Button
        component="a"
        href={onServer(path)}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
      >
        {t('publicPage.open')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconLink size={18} stroke={1.75} aria-hidden />}
        onClick={() => void copy()}
      >
        {t('publicPage.copy')}
      </Button>
    </div>
  )
}
