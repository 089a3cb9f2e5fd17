import { Radio, Select, Stack, Switch, Text } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { TRANSFORMATION_TYPES } from '../../../../contract/control-points.ts'
import type { TransformationType } from '../../../../contract/control-points.ts'
import type { ChosenLayer } from '../../model/base-layer-atom.ts'
import { isLocalAtom } from '../../model/local-map.ts'
import {
  baseLayerAnswerAtom,
  isOutlinesAtom,
  isReadoutAtom,
  isUncertaintyShownAtom,
} from '../../model/view-atoms.ts'
import { useBaseLayerChoices } from './base-layer-choices.ts'
import { ABOUT_LAYER } from './use-layer-answer.ts'
import { dismissToastsAbout } from '../../../ui/toast-store.ts'
import { lazyNeeded } from '../../../ui/lazy-needed.tsx'
import { showNavigation, useNavigationShown } from '../../../ui/navigation-shown.ts'
import { DistortionChoice } from './distortion-choice.tsx'
import { LateProjection } from '../projection/late-projection.tsx'
import { ExplainedSwitch } from '../../../ui/explained-switch.tsx'

const GroundMapField = lazyNeeded(async () => (await import('./ground-map-field.tsx')).GroundMapField)

export interface MapSettingsProps {
  /** The map that is placed here. */
  readonly mapId: string
  readonly baseLayer: ChosenLayer
  readonly onBaseLayerChange: (layer: ChosenLayer) => void
  readonly isLabels: boolean
  readonly onLabelsChange: (isLabels: boolean) => void
  readonly isVectors: boolean
  readonly onVectorsChange: (isVectors: boolean) => void
  readonly type: TransformationType
  readonly onTypeChange: (type: TransformationType) => void
  readonly canEdit: boolean
}

/** Base layer, labels, vectors and the type of the transformation. */
export function MapSettings(props: MapSettingsProps) {
  const { t } = useTranslation('editor')
  const { baseLayer, onBaseLayerChange, isLabels, onLabelsChange, isVectors, onVectorsChange } = props
  const layers = useBaseLayerChoices()
  const isLocal = useAtomValue(isLocalAtom)
  useEffect(() => dismissToastsAbout(ABOUT_LAYER), [])
  const isSilent = useAtomValue(baseLayerAnswerAtom) === 'fails'
  const canShowLabels = layers.some(({ id, hasLabels }) => hasLabels && id === baseLayer)
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('settings.baseLayer')}
        value={baseLayer}
        onChange={(value) => {
          const layer = layers.find(({ id }) => id === value)
          if (layer) onBaseLayerChange(layer.id)
        }}
      >
        <Stack gap={6} mt={6}>
          {layers.map(({ id, name }) => (
            <Radio
              key={id}
              value={id}
              label={name}
              {...(isSilent && id === baseLayer && { description: t('settings.silent') })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {!isLocal && <GroundMapField mapId={props.mapId} />}
      <Switch
        label={t('settings.labels')}
        checked={isLabels}
        disabled={!canShowLabels}
        {...(!canShowLabels && { description: t('settings.noLabels') })}
        onChange={(event) => onLabelsChange(event.currentTarget.checked)}
      />
      <Switch
        label={t('settings.vectors')}
        checked={isVectors}
        onChange={(event) => onVectorsChange(event.currentTarget.checked)}
      />
      {!isLocal && <OutlinesSwitch />}
      <ReadoutSwitch />
      <UncertaintySwitch />
      <DistortionChoice />
      <TypeSelect type={props.type} onChange={props.onTypeChange} disabled={!props.canEdit} />
      <LateProjection canEdit={props.canEdit} />
    </Stack>
  )
}

function OutlinesSwitch() {
  const { t } = useTranslation('editor')
  const [isOutlines, setOutlines] = useAtom(isOutlinesAtom)
  return (
    <ExplainedSwitch
      label={t('settings.outlines')}
      description={t('settings.outlinesHint')}
      checked={isOutlines}
      onChange={(event) => setOutlines(event.currentTarget.checked)}
    />
  )
}

function ReadoutSwitch() {
  const { t } = useTranslation('editor')
  const [isReadout, setReadout] = useAtom(isReadoutAtom)
  return (
    <Switch
      label={t('settings.readouts')}
      checked={isReadout}
      onChange={(event) => setReadout(event.currentTarget.checked)}
    />
  )
}

function UncertaintySwitch() {
  const { t } = useTranslation('editor')
  const [isShown, setShown] = useAtom(isUncertaintyShownAtom)
  return (
    <Switch
      label={t('settings.uncertainty')}
      checked={isShown}
      onChange={(event) => setShown(event.currentTarget.checked)}
    />
  )
}

/** Brings the navigation beside the editor, which opens without it. */
export function NavigationSwitch() {
  const { t } = useTranslation('editor')
  const isShown = useNavigationShown()
  return (
    <Switch
      label={t('settings.navigation')}
      checked={isShown}
      onChange={(event) => showNavigation(event.currentTarget.checked)}
    />
  )
}

interface TypeSelectProps {
  readonly type: TransformationType
  readonly onChange: (type: TransformationType) => void
  readonly disabled: boolean
}

/** The type of the transformation, each with a line that says what it is for. */
function TypeSelect({ type, onChange, disabled }: TypeSelectProps) {
  const { t } = useTranslation('editor')
  return (
    <Select
      label={t('settings.type')}
      data={TRANSFORMATION_TYPES.map((value) => ({ value, label: t(`settings.${value}`) }))}
      value={type}
      disabled={disabled}
      allowDeselect={false}
      size="sm"
      // All six in sight: which there are is the question.
      maxDropdownHeight={480}
      // Among other settings it is a part of their popover or drawer, which a press beside it would close.
      comboboxProps={{ position: 'bottom-start', width: 'target', withinPortal: false }}
      onChange={(value) => {
        const chosen = TRANSFORMATION_TYPES.find((candidate) => candidate === value)
        if (chosen) onChange(chosen)
      }}
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{t(`settings.${option.value}`)}</Text>
          <Text size="xs" c="dimmed">
            {t(`settings.${option.value}Hint`)}
          </Text>
        </div>
      )}
    />
  )
}
