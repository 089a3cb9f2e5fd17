import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { PermissionSet } from '../../../contract/permissions.ts'
import { minimumPoints } from '../../../contract/rules/control-points.ts'
import { setTransformationType } from '../document/editor-document.ts'
import type { DraftState } from '../document/use-draft.ts'
import { useMarkDone } from '../publish/use-mark-done.ts'
import type { TransformState } from '../publish/use-transform.ts'
import { errorText } from '../../api/api-error.ts'
import { useSwitchPublic } from '../../map-record/map-queries.ts'
import { toast } from '../../ui/toast-store.ts'
import {
  editAtom,
  enabledCountAtom,
  pendingChangesAtom,
  transformationTypeAtom,
} from '../state/document-atoms.ts'
import { baseLayerAtom, isLabelsAtom, isVectorsAtom } from '../state/view-atoms.ts'
import { warpAtom } from '../warp/warp-atoms.ts'
import type { DialogName } from './editor-dialogs.tsx'
import type { SaveState } from './save-state.tsx'
import type { TopBarProps } from './top-bar.tsx'

interface EditorBarInput {
  readonly record: MapRecord
  readonly draft: DraftState
  readonly transform: TransformState
  readonly permissions: PermissionSet
  readonly isPhone: boolean
  readonly open: (dialog: DialogName) => void
}

/** What the bars of desktop and phone show and do. `hasAsked`: a transform was asked for that cannot be made yet. */
export function useEditorBar(input: EditorBarInput): TopBarProps & { readonly hasAsked: boolean } {
  const { t, i18n } = useTranslation('editor')
  const { record, permissions, transform } = input
  const { canEdit } = permissions
  const store = useStore()
  const type = useAtomValue(transformationTypeAtom)
  const isPending = useAtomValue(pendingChangesAtom)
  const edit = useSetAtom(editAtom)
  const [baseLayer, onBaseLayerChange] = useAtom(baseLayerAtom)
  const [isLabels, onLabelsChange] = useAtom(isLabelsAtom)
  const [isVectors, onVectorsChange] = useAtom(isVectorsAtom)
  const [hasAsked, setAsked] = useState(false)
  const visibility = useSwitchPublic(record.id)
  const done = useMarkDone(record.id)

  const onTransform = () => {
    const isReady = store.get(warpAtom).failure === null && store.get(enabledCountAtom) >= minimumPoints(type)
    setAsked(!isReady)
    if (isReady) transform.transform()
  }

  return {
    hasAsked,
    title: record.titles.title || t('untitled'),
    saveState: savedAs(input.draft.saveState, record, isPending),
    isPhone: input.isPhone,
    settings: {
      baseLayer,
      onBaseLayerChange,
      isLabels,
      onLabelsChange,
      isVectors,
      onVectorsChange,
      type,
      onTypeChange: (type) =>
        edit({ action: (current) => setTransformationType(current, type), label: { action: 'type' } }),
      canEdit,
    },
    transform: {
      isPending,
      percent: transform.percent,
      blocked: blockedBy(),
      isPublished: record.files.transformedFilePath !== null,
      remaining: remaining(),
      onTransform,
    },
    menu: {
      canEdit,
      isPublic: permissions.canTogglePublic ? record.isPublic : undefined,
      onTogglePublic: () => {
        if (!visibility.isPending)
          visibility.mutate(!record.isPublic, { onError: (error) => toast.error(errorText(error)) })
      },
      onEditDetails: canEdit ? () => input.open('details') : undefined,
      onImport: () => input.open('import'),
      onExport: () => input.open('export'),
      onShortcuts: () => input.open('shortcuts'),
      onTutorial: () => input.open('tutorial'),
    },
    markDone: permissions.isAssignedUser
      ? {
          isSubmitted: permissions.isDone,
          canMark: permissions.canMarkAsDone,
          isBusy: done.isBusy,
          onMark: done.markDone,
        }
      : undefined,
  }

  function remaining(): string | undefined {
    const { limit } = transform
    if (!limit || limit.remainingAttempts === null) return undefined
    if (limit.canTransform) return t('transform.remaining', { count: limit.remainingAttempts })
    if (limit.nextAttemptAt === null) return undefined
    const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
    return t('transform.nextIn', {
      count: limit.minutesRemaining,
      time: time.format(new Date(limit.nextAttemptAt)),
    })
  }

  function blockedBy(): string | undefined {
    if (!canEdit) return t(permissions.isDone ? 'banner.awaitingApproval' : 'banner.noPermission')
    const { refusal } = transform
    if (refusal === null) return undefined
    return refusal.kind === 'wait'
      ? t('transform.limitReached', { count: refusal.minutes })
      : t('transform.noneLeft')
  }
}

/** A map whose overlay is what the points say counts as published, whatever happened to drafts. */
function savedAs(draft: SaveState, record: MapRecord, isPending: boolean): SaveState {
  if (draft !== 'clean') return draft
  return !isPending && record.files.transformedFilePath !== null ? 'published' : 'clean'
}
