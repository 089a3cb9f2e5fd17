import type { ReactNode } from 'react'
import { serverOrigin } from '../../api/server-address.ts'
import { LinkRow } from './link-row.tsx'
import classes from './share.module.css'

interface SharePanelProps {
  /** Of what is shared. */
  readonly title: string
  /** Who may see it; null: that is somebody else's to choose. */
  readonly who: ReactNode
  /** Where it opens for them; null: for nobody else. */
  readonly path: string | null
  /** What else there is to it. */
  readonly children?: ReactNode
}

/** How a map and a catalog are shared, in one order: who may see it, the link and how to hand it on, and then the rest. */
export function SharePanel({ title, who, path, children }: SharePanelProps) {
  return (
    <div className={classes.share}>
      {who}
      {path === null ? null : <LinkRow title={title} link={serverOrigin() + path} />}
      {children}
    </div>
  )
}
