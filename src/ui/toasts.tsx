import { Button, CloseButton, Group } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { focusPlace, isFocusLost, placeOf, type FocusPlace } from './focus-place.ts'
import { useFreePlace } from './use-free-place.ts'
import { currentToasts, dismissToast, onToastsChange, type Toast } from './toast-store.ts'
import classes from './toasts.module.css'

const ICONS = {
  success: IconCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconExclamationCircle,
}

/** Leads to the newest notice, and back; Alt+T does as well, for keyboards without a row of F keys. */
const NOTICE_KEY = 'F6'

const isNoticeKey = ({ key, code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !shiftKey && (altKey ? code === 'KeyT' : key === NOTICE_KEY)

/** Ready to be copied by the browser's own ways. */
function selectAll(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

interface ToastCardProps {
  readonly toast: Toast
  /** The focus comes in from there. */
  readonly onEnter: (from: EventTarget | null) => void
  /** The focus goes there; null: nowhere, as when the notice itself goes. */
  readonly onLeave: (to: EventTarget | null) => void
}

function ToastCard({ toast, onEnter, onLeave }: ToastCardProps) {
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
      onFocus={({ relatedTarget }) => {
        setIsHeld(true)
        onEnter(relatedTarget)
      }}
      onBlur={({ relatedTarget }) => {
        setIsHeld(false)
        onLeave(relatedTarget)
      }}
    >
      <Icon className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <div className={classes.words}>
          {toast.title ? <strong>{toast.title}</strong> : null}
          <div>{toast.text}</div>
          {toast.action ? (
            <span className="visually-hidden">{t('notice.jump', { key: NOTICE_KEY })}</span>
          ) : null}
        </div>
        {toast.toTake ? (
          <input
            ref={selectAll}
            className={classes.field}
            readOnly
            aria-label={toast.toTake.label}
            value={toast.toTake.text}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        ) : null}
        {toast.action ? (
          <Group gap={6} mt={6}>
            {[toast.action, toast.second, toast.third].map((action) =>
              action ? (
                <Button
                  key={action.label}
                  size="compact-sm"
                  variant="light"
                  onClick={() => {
                    dismissToast(id)
                    action.run()
                  }}
                >
                  {action.label}
                </Button>
              ) : null,
            )}
          </Group>
        ) : null}
      </div>
      <CloseButton
        aria-label={t('action.dismiss')}
        onClick={() => {
          dismissToast(id)
          toast.onDismiss?.()
        }}
      />
    </div>
  )
}

/** The corner where toasts stand. The live region is there from the start, so that screen readers hear each one. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts)
  const stack = useRef<HTMLDivElement>(null)
  const before = useRef<FocusPlace | null>(null)
  useFreePlace(stack, toasts)
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      const newest = stack.current?.lastElementChild?.querySelector<HTMLElement>('button')
      if (!newest || !isNoticeKey(event)) return
      event.preventDefault()
      if (!stack.current?.contains(document.activeElement)) return newest.focus()
      if (before.current) focusPlace(before.current)
    }
    window.addEventListener('keydown', jump)
    return () => window.removeEventListener('keydown', jump)
  }, [])
  useEffect(() => {
    // The notice that had the focus is gone: it goes back to where it came from.
    if (!before.current || !isFocusLost()) return
    focusPlace(before.current)
    before.current = null
  }, [toasts])
  return (
    <div ref={stack} className={classes.stack} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          onEnter={(from) => {
            if (from instanceof HTMLElement && !stack.current?.contains(from)) before.current = placeOf(from)
          }}
          onLeave={(to) => {
            if (to instanceof HTMLElement && !stack.current?.contains(to)) before.current = null
          }}
        />
      ))}
    </div>
  )
}
