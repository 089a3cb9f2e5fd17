import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { currentToasts, dismissToast, onToastsChange, type Toast } from './toast-store.ts'
import classes from './toasts.module.css'

const ICONS = {
  success: IconCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconExclamationCircle,
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation()
  const [isHeld, setIsHeld] = useState(false)
  const { id, durationMs } = toast
  useEffect(() => {
    if (isHeld || durationMs === 0) return
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, durationMs, isHeld])
  const Icon = ICONS[toast.kind]
  return (
    <div
      className={classes.toast}
      data-kind={toast.kind}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        {toast.title ? <strong>{toast.title}</strong> : null}
        <div>{toast.text}</div>
        {toast.action ? (
          <Button
            size="compact-sm"
            variant="light"
            mt={6}
            onClick={() => {
              dismissToast(id)
              toast.action?.run()
            }}
          >
            {toast.action.label}
          </Button>
        ) : null}
      </div>
      <CloseButton aria-label={t('action.dismiss')} onClick={() => dismissToast(id)} />
    </div>
  )
}

/** The corner where toasts stand. The live region is there from the start, so that screen readers hear each one. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts)
  return (
    <div className={classes.stack} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
