import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce, type Load } from './load-once.tsx'
import { toast } from './toast-store.ts'
import { useFocusReturn } from './use-focus-return.ts'

/**
 * Something that opens over a page and is loaded when it is first wanted. Where it cannot come, because the line is
 * cut, a notice says so and it counts as closed: the page beneath stays as it is, and the next opening tries again.
 */
export function lazyOverlay<Props extends { readonly onClose: () => void }>(load: Load<Props>) {
  const usePart = loadOnce(load)
  return function LazyOverlay(props: Props): ReactNode {
    const { t } = useTranslation()
    // From here: when the part has come, the menu that opened it is gone.
    useFocusReturn(true)
    const { Part } = usePart(() => {
      toast.error(t('part.missing'))
      props.onClose()
    })
    return Part ? <Part {...props} /> : null
  }
}
