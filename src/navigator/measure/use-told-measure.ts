import { useTranslation } from 'react-i18next'
import type { MeasureKind, Measuring } from '../../map/tools/measure.ts'
import { toast } from '../../ui/toast-store.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { useMeasure, type Measure } from './use-measure.ts'

export interface ToldMeasure extends Omit<Measure, 'toggle' | 'restore' | 'undo'> {
  readonly toggle: (of: MeasureKind) => void
  readonly undo: () => void
}

/** The measuring tool that says what it has cleared or laid aside, and gives it back. Back leaves it. */
export function useToldMeasure(userId: string, mapId: string | undefined): ToldMeasure {
  const { t } = useTranslation(['navigator', 'common'])
  const measure = useMeasure(userId, mapId)
  const tellLost = (lost: Measuring | null) => {
    if (!lost) return
    toast.info(t('measure.lost'), {
      about: 'measure',
      action: { label: t('common:action.undo'), run: () => measure.restore(lost) },
    })
  }
  useLayer(
    measure.measuring !== null,
    () => measure.layAside() && toast.info(t('measure.aside'), { about: 'measure' }),
    { leavesKeys: true },
  )
  return {
    ...measure,
    toggle: (of) => tellLost(measure.toggle(of)),
    undo: () => tellLost(measure.undo()),
  }
}
