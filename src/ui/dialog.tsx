import { Modal, type ModalProps } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseGuardContext } from './close-guard.ts'
import { DiscardQuestion, type DiscardTexts } from './discard-question.tsx'
import { focusPlace, isFocusLost, placeOf, type FocusPlace } from './focus-place.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useLayer } from './use-layer.ts'

interface DialogProps extends ModalProps {
  /** Something was entered that closing would lose: Escape, Back, the cross and the footer’s Cancel ask first. */
  readonly isFilled?: boolean
  /** How that is asked, where it is not about fields. */
  readonly discard?: DiscardTexts
  /** False where the address says that the dialog is open: Back leaves that address. */
  readonly hasStep?: boolean
}

/** Asks before a page is left by Back, by a link or by closing the window, while `isFilled`. */
function useLeaveQuestion(isFilled: boolean, onAsk: () => void): void {
  const { history } = useRouter()
  const ask = useEffectEvent(onAsk)
  useEffect(() => {
    if (!isFilled) return undefined
    return history.block({
      blockerFn: () => {
        ask()
        return true
      },
      enableBeforeUnload: true,
    })
  }, [isFilled, history])
}

/**
 * A dialog over the page. Back closes it, the focus stays in it and goes back to where it came from, and what was
 * entered is not lost without a question.
 */
export function Dialog({
  opened,
  onClose,
  isFilled = false,
  discard,
  hasStep = true,
  closeOnEscape = true,
  children,
  ...modal
}: DialogProps) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  /** What is done once it was agreed to; null: nothing is asked. */
  const [asked, setAsked] = useState<{ readonly close: () => void } | null>(null)
  const isGuarded = opened && isFilled
  useFocusReturn(opened)
  const isTop = useLayer(opened, onClose, { hasStep })
  useLeaveQuestion(isGuarded, () => setAsked({ close: onClose }))
  const guard = (close: () => void) => (isGuarded ? setAsked({ close }) : close())
  const place = useRef<FocusPlace | null>(null)
  useEffect(() => {
    // What had the focus may have made way for something else, such as a form for its progress.
    if (!opened || !isFocusLost() || (place.current && focusPlace(place.current))) return
    root.current?.querySelector<HTMLElement>('[role=dialog]')?.focus()
  })
  return (
    <Modal
      ref={root}
      opened={opened}
      onClose={() => {
        // Escape reaches every dialog that stands open.
        if (!isTop()) return
        guard(onClose)
      }}
      closeOnEscape={closeOnEscape}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      onFocus={({ target }) => {
        // What lies above is a child for React, and none of the page's.
        if (root.current?.contains(target)) place.current = placeOf(target)
      }}
      {...modal}
    >
      <CloseGuardContext value={guard}>{children}</CloseGuardContext>
      {asked && isGuarded ? (
        <DiscardQuestion
          {...discard}
          onKeep={() => setAsked(null)}
          onDiscard={() => {
            setAsked(null)
            asked.close()
          }}
        />
      ) : null}
    </Modal>
  )
}
