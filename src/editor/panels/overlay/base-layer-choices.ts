import { useTranslation } from 'react-i18next'
import { BASE_LAYERS, type BaseLayerId } from '../../../../contract/constants.ts'
import { useConfig } from '../../../queries/use-config.ts'
import { asLanguage } from '../../../ui/i18n/language.ts'
import type { ChosenLayer } from '../../model/base-layer-atom.ts'

/** A base layer as it is offered. */
export interface BaseLayerChoice {
  readonly id: ChosenLayer
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
  const online = order.map((id) => {
    const layer = layers?.[id]
    return {
      id,
      name: layer?.name?.[asLanguage(i18n.language)] ?? t(`settings.${id}`),
      hasLabels: layer ? layer.labels !== undefined : WITH_LABELS.includes(id),
    }
  })
  // Where nothing is online every choice is the embedded map.
  if (!layers || Object.values(layers).every((layer) => layer === null)) return online
  return [...online, { id: 'embedded', name: t('settings.embedded'), hasLabels: false }]
}
