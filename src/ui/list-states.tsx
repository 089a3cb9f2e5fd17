import { Button } from '@mantine/core'
import { IconCloudOff, IconMap } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './page.module.css'
import { useDelayed } from './use-delayed.ts'

export interface EmptyStateProps {
  readonly title: string
  /** What to do next. */
  readonly text?: string
  readonly icon?: ReactNode
  readonly action?: ReactNode
}

/** A list with nothing in it says why, and what to do next. */
export function EmptyState({ title, text, icon, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {icon ?? <IconMap size={48} stroke={1.25} aria-hidden />}
      <h2 className={classes.stateTitle}>{title}</h2>
      {text ? <p>{text}</p> : null}
      {action}
    </div>
  )
}

interface ErrorStateProps {
  readonly title: string
  readonly text?: string
  readonly onRetry: () => void
  readonly isRetrying?: boolean
}

/** A list that could not be loaded, with the way to try again. */
export function ErrorState({ title, text, onRetry, isRetrying = false }: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.state} role="alert">
      <IconCloudOff size={48} stroke={1.25} aria-hidden />
      <h2 className={classes.stateTitle}>{title}</h2>
      {text ? <p>{text}</p> : null}
      {/* It keeps its place and the focus. */}
      <Button
        variant="default"
        aria-disabled={isRetrying}
        data-disabled={isRetrying || undefined}
        onClick={() => {
          if (!isRetrying) onRetry()
        }}
      >
        {t(isRetrying ? 'action.retrying' : 'action.retry')}
      </Button>
    </div>
  )
}

/** What takes less long is shown without a skeleton, in milliseconds. */
const SKELETON_DELAY_MS = 300

/** Keeps a skeleton away until it is worth showing; screen readers hear once that something loads. */
export function SkeletonState({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const isShown = useDelayed(SKELETON_DELAY_MS)
  if (!isShown) return null
  return (
    <div role="status" aria-label={t('loading')}>
      <div aria-hidden>{children}</div>
    </div>
  )
}
