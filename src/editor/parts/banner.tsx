import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isFocusLost } from '../../ui/focus-place.ts'
import classes from './banner.module.css'

interface BannerProps {
  readonly tone: 'amber' | 'blue' | 'red'
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** Absent: it cannot be dismissed. */
  readonly onDismiss?: () => void
}

const COLOURS = { amber: 'amber', blue: 'ultramarine', red: 'red' } as const

/** Gives the focus to the map when what had it here is done with: the work goes on there. */
function useFocusOfMap(root: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const banner = root.current
    let hadFocus = false
    const follow = ({ target }: FocusEvent) => {
      hadFocus = target instanceof Node && banner?.contains(target) === true
    }
    document.addEventListener('focusin', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      // A button that waits for its answer is disabled, and has lost the focus by then.
      if (!banner?.contains(document.activeElement) && !(hadFocus && isFocusLost())) return
      requestAnimationFrame(() => {
        if (isFocusLost())
          document
            .querySelector<HTMLElement>('[data-pane] [role=application]')
            ?.focus({ preventScroll: true })
      })
    }
  }, [root])
}

/** A line above the panes that says what holds for this map. */
export function Banner({ tone, children, actions, onDismiss }: BannerProps) {
  const { t } = useTranslation('editor')
  const root = useRef<HTMLDivElement>(null)
  useFocusOfMap(root)
  return (
    <Alert
      ref={root}
      className={classes['banner'] ?? ''}
      role="status"
      color={COLOURS[tone]}
      radius={0}
      px="md"
      icon={tone === 'blue' ? <IconInfoCircle aria-hidden /> : <IconAlertTriangle aria-hidden />}
      withCloseButton={onDismiss !== undefined}
      closeButtonLabel={t('banner.dismiss')}
      {...(onDismiss && { onClose: onDismiss })}
    >
      <div className={classes['body']}>
        <span className={classes['text']}>{children}</span>
        {actions && <div className={classes['actions']}>{actions}</div>}
      </div>
    </Alert>
  )
}
