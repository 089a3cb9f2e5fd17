import { useTranslation } from 'react-i18next'
import { shareLink } from '../device/share-link.ts'
import { toast } from '../ui/toast-store.ts'

/** Where the link stands already: what has come of the copying is said there, and no notice covers it. */
interface LinkPlace {
  readonly say: (text: string) => void
  /** Selects the link, to be copied by hand. */
  readonly select: () => void
}

/**
 * Copies a link, or hands it on where the device does so, and says `copied`. Where it may not, the link itself is shown,
 * selected, to be copied by hand.
 */
export function useCopyLink(): (link: string, copied: string, place?: LinkPlace) => Promise<void> {
  const { t } = useTranslation()
  return async (link, copied, place) => {
    const say = place?.say ?? toast.success
    try {
      if ((await shareLink(link)) === 'copied') say(copied)
    } catch {
      const failed = t('link.notCopied')
      if (!place)
        return void toast.error(failed, { toTake: { label: t('link.label'), text: link }, durationMs: 0 })
      place.say(failed)
      place.select()
    }
  }
}
