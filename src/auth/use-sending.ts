import { useEffect, useRef, useState } from 'react'

/** What has become of what a form has sent. */
type Sending<Value> =
  | { readonly status: 'none' | 'busy' }
  | { readonly status: 'done'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: unknown }

/**
 * Sends what a form holds, and tells how that goes.
 *
 * @param onDone called after it has arrived
 * @param onFail called with why it has not
 */
export function useSending<Value>(
  run: (value: Value) => Promise<unknown>,
  { onDone, onFail }: { readonly onDone?: () => void; readonly onFail: (error: unknown) => void },
) {
  const [sending, setSending] = useState<Sending<Value>>({ status: 'none' })
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const send = async (value: Value) => {
    setSending({ status: 'busy' })
    try {
      await run(value)
      if (!isShown.current) return
      setSending({ status: 'done', value })
      onDone?.()
    } catch (error) {
      if (!isShown.current) return
      setSending({ status: 'failed', error })
      onFail(error)
    }
  }
  return { sending, send: (value: Value) => void send(value), forget: () => setSending({ status: 'none' }) }
}
