import { useTranslation } from 'react-i18next'
import { BASE_LAYERS, type BaseLayerId } from '../../../contract/constants.ts'
import { useConfig } from '../../queries/use-config.ts'
import { asLanguage } from '../../ui/i18n/language.ts'

/** A base layer as it is offered. */
export interface BaseLayerChoice {
  readonly id: BaseLayerId
  readonly name: string
  /** It has labels of its own to switch. */
  readonly hasLabels: boolean
}

/** Layers that have labels unless the operator says otherwise. */
const WITH_LABELS: readonly BaseLayerId[] = ['satellite', 'esri-satellite']

/** The base layers of this instance, named and ordered as its operator wants them. */
export function useBaseLayerChoices(): readonly BaseLayerChoice[] {
  const { t, i18n } = useTranslation('editor')
  const { data: config } = useConfig()
  const { layers, order = BASE_LAYERS } = config?.baseMaps ?? {}
  return order.map((id) => {
    const layer = layers?.[id]
    return {
      id,
      name: layer?.name?.[asLanguage(i18n.language)] ?? t(`settings.${id}`),
      hasLabels: layer ? layer.labels !== undefined : WITH_LABELS.includes(id),
    }
  })
}
