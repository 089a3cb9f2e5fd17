import type { ReactNode } from 'react'
import classes from './bottom-sheet.module.css'

/** What a phone opens over the lower edge of a pane, such as the toolbar of a point. */
export function BottomSheet({ children }: { readonly children: ReactNode }) {
  return <div className={classes['sheet']}>{children}</div>
}
