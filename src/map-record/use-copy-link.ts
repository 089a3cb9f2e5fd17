import { useTranslation } from 'react-i18next'
import { shareLink } from '../device/share-link.ts'
import { toast } from '../ui/toast-store.ts'

/**
 * Copies a link, or hands it on where the device does so, and says `copied`. Where it may not, the link itself is shown,
 * selected, to be copied by hand.
 */
export function useCopyLink(): (link: string, copied: string) => Promise<void> {
  const { t } = useTranslation()
  return async (link, copied) => {
    try {
      if ((await shareLink(link)) === 'copied') toast.success(copied)
    } catch {
      toast.error(t('link.notCopied'), { toTake: { label: t('link.label'), text: link }, durationMs: 0 })
    }
  }
}
