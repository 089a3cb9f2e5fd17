import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BaseLayerId } from '../../../../contract/constants.ts'
import type { BaseLayerAnswer } from '../../../map/pane-props.ts'
import { storedText } from '../../../ui/stored-value.ts'
import { dismissToastsAbout, toast } from '../../../ui/toast-store.ts'
import { baseLayerAtom } from '../../model/base-layer-atom.ts'
import { baseLayerAnswerAtom } from '../../model/view-atoms.ts'
import { useBaseLayerChoices } from './base-layer-choices.ts'

/** The notice that a layer does not answer is shown once in a tab. */
const noticeOf = (layer: BaseLayerId) => storedText(`silentBaseLayer ${layer}`, undefined, 'tab')

/** What it is told about: the settings of the map say the same, and the notice goes once they are open. */
export const ABOUT_LAYER = 'base layer'
/** So long it may lie over what is beneath it; the settings of the map say it as long as it holds. */
const TOLD_MS = 30_000

/** Notes whether the chosen layer answers. That it does not is said once, with the way to the embedded map. */
export function useLayerAnswer(): (answer: BaseLayerAnswer, layer: BaseLayerId) => void {
  const { t } = useTranslation('editor')
  const store = useStore()
  const choices = useBaseLayerChoices()
  const chosen = useAtomValue(baseLayerAtom)
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current !== chosen) {
      dismissToastsAbout(ABOUT_LAYER)
      store.set(baseLayerAnswerAtom, null)
    }
    before.current = chosen
  }, [chosen, store])
  useEffect(() => () => dismissToastsAbout(ABOUT_LAYER), [])

  return (answer, layer) => {
    store.set(baseLayerAnswerAtom, answer)
    if (answer === 'comes') return dismissToastsAbout(ABOUT_LAYER)
    if (noticeOf(layer).read() !== undefined) return
    noticeOf(layer).write('')
    const name = choices.find(({ id }) => id === layer)?.name ?? layer
    toast.info(t('settings.layerSilent', { name }), {
      about: ABOUT_LAYER,
      durationMs: TOLD_MS,
      action: { label: t('settings.toEmbedded'), run: () => store.set(baseLayerAtom, 'embedded') },
    })
  }
}
