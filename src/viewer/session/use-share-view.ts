import { useTranslation } from 'react-i18next'
import { hasShareSheet, sharePage } from '../../device/share-link.ts'
import { useCopyLink } from '../../map-record/use-copy-link.ts'
import { toast } from '../../ui/toast-store.ts'
import type { ShownMap } from './use-shown-maps.ts'
import type { ViewerState } from '../model/viewer-state.ts'

/** The whole address of a state. @param isForAnyone who opens it needs no account */
export type LinkTo = (state: ViewerState, isForAnyone: boolean) => string

/** Whether anyone may see all that is shown. Where nothing is, the list is what is shown. */
function isForAnyone({ tab, catalogId }: ViewerState, maps: readonly ShownMap[]): boolean {
  if (maps.length === 0) return tab === 'public' && catalogId === undefined
  return maps.every(({ record }) => record?.isPublic === true && record.isTransformed)
}

/**
 * Hands on a link to what is shown: by the device's own share sheet where it has one, else it is copied. Where only some
 * may see the maps, it leads to the viewer of those who have signed in, and says so.
 */
export function useShareView(linkTo: LinkTo, maps: readonly ShownMap[]): (state: ViewerState) => void {
  const { t } = useTranslation('viewer')
  const copyLink = useCopyLink()
  return (state) => {
    const isOpen = isForAnyone(state, maps)
    const link = linkTo(state, isOpen)
    const copied = t(isOpen ? 'tools.linkCopied' : 'tools.linkCopiedForSome')
    const copy = () => copyLink(link, copied)
    if (!hasShareSheet()) return void copy()
    // Where it can neither be handed on nor be copied, the link is shown.
    void sharePage(document.title, link).then((way) => {
      if (way === 'copied') toast.success(copied)
    }, copy)
  }
}
