import { useIsMobile } from '../../ui/use-is-mobile.ts'
import { QuickViewBody } from './quick-view-body.tsx'
import classes from './quick-view.module.css'
import type { ViewedMap, ViewOrigin } from './viewed-maps.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface QuickViewDialogProps {
  /** Of the map, or of the catalog that the maps are in. */
  readonly title: string
  readonly maps: readonly ViewedMap[]
  readonly origin: ViewOrigin
  readonly onClose: () => void
}

/** A look at the files of maps without leaving the page. */
export function QuickViewDialog({ title, maps, origin, onClose }: QuickViewDialogProps) {
  const isMobile = useIsMobile()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size={1100}
      fullScreen={isMobile}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <QuickViewBody maps={maps} origin={origin} />
    </Dialog>
  )
}
