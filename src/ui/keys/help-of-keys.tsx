import { type ReactNode, useEffect, useState } from 'react'
import { i18n } from '../i18n/i18n.ts'
import { lazyNeeded } from '../lazy-needed.tsx'
import { shortcutKey } from '../shortcut-key.ts'
import type { KeyHelpProps } from './key-help.tsx'
import type { KeyPage } from './key-groups.ts'

const KeyHelp = lazyNeeded<KeyHelpProps>(async () => {
  const [part] = await Promise.all([import('./key-help.tsx'), i18n.loadNamespaces('shortcuts')])
  return part.KeyHelp
})

/** Where something is typed, or what opened has keys of its own. */
const TAKES_KEYS =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]'

/** Shows the keys of a page when ? is pressed on it. */
export function HelpOfKeys({ page }: { readonly page: KeyPage }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (shortcutKey(event) !== '?' || ctrlKey || metaKey || altKey || defaultPrevented) return
      if (target instanceof Element && target.closest(TAKES_KEYS)) return
      if (document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return isOpen ? <KeyHelp page={page} onClose={() => setOpen(false)} /> : null
}
