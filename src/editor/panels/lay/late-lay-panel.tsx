import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce } from '../../../ui/load-once.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useTools } from '../../tools/use-tools.ts'

const usePart = loadOnce(async () => (await import('./lay-panel.tsx')).LayPanel)

/**
 * The panel of laying and pulling, loaded when it is first wanted. Where it cannot come, because the connection is lost or the
 * product was renewed, a notice says so and laying ends: the editor stays as it is.
 */
export function LateLayPanel(): ReactNode {
  const { t } = useTranslation()
  const send = useTools()
  const { Part } = usePart(() => {
    toast.error(t('part.missing'))
    send({ type: 'layEnded' })
  })
  return Part ? <Part /> : null
}
