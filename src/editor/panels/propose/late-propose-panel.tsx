import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../../ui/i18n/i18n.ts'
import { loadOnce } from '../../../ui/load-once.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { isProposeOpenAtom } from '../../model/propose/propose-atoms.ts'
import { viewModeAtom } from '../../model/view-atoms.ts'
import type { ProposePanelProps } from './propose-panel.tsx'

const usePart = loadOnce<ProposePanelProps>(async () => {
  const [part] = await Promise.all([import('./propose-panel.tsx'), i18n.loadNamespaces('propose')])
  return part.ProposePanel
})

/** The panel of proposed points while it is open, loaded when it is first wanted. A result is only looked at. */
export function LateProposePanel(props: Omit<ProposePanelProps, 'onClose'>): ReactNode {
  const [isOpen, setOpen] = useAtom(isProposeOpenAtom)
  const isResult = useAtomValue(viewModeAtom) === 'result'
  return isOpen && !isResult ? <Loaded {...props} onClose={() => setOpen(false)} /> : null
}

/** Where it cannot come, because the line is cut or the product was renewed, a notice says so and it is closed. */
function Loaded(props: ProposePanelProps): ReactNode {
  const { t } = useTranslation()
  const { Part } = usePart(() => {
    toast.error(t('part.missing'))
    props.onClose()
  })
  return Part ? <Part {...props} /> : null
}
