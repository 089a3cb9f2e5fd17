import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce } from '../../../ui/load-once.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useTools } from '../../tools/use-tools.ts'
import type { CropPanel } from './crop-panel.tsx'

type Props = ComponentProps<typeof CropPanel>

const usePart = loadOnce<Props>(async () => (await import('./crop-panel.tsx')).CropPanel)

/**
 * The panel of the crop, with what only cropping needs, loaded when it is first wanted. Where it cannot come, because the
 * line is cut or the product was renewed, a notice says so and cropping ends: the editor stays as it is.
 */
export function LateCropPanel(props: Props): ReactNode {
  const { t } = useTranslation()
  const send = useTools()
  const { Part } = usePart(() => {
    toast.error(t('part.missing'))
    send({ type: 'cropToggled' })
  })
  return Part ? <Part {...props} /> : null
}
