import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { audienceOf } from '../../../contract/api/map-sharing.ts'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { PermissionSet } from '../../../contract/permissions.ts'
import { minimumPoints } from '../../../contract/rules/control-points.ts'
import { setTransformationType } from '../../drafts/editor-document.ts'
import type { DraftState, SaveState } from '../session/use-draft.ts'
import { limitRefusalText } from '../session/transform-limit.ts'
import { useAnotherMap } from '../session/use-scan-maps.ts'
import { useResultWays } from '../session/use-result-ways.ts'
import type { TransformState } from '../session/use-transform.ts'
import { errorText } from '../../api/api-error.ts'
import { usePublicPage } from '../../map-record/use-public-page.ts'
import { useSwitchPublic } from '../../queries/map-queries.ts'
import { dismissToastsAbout, toast } from '../../ui/toast-store.ts'
import { baseLayerAtom } from '../model/base-layer-atom.ts'
import {
  editAtom,
  editHoldAtom,
  enabledCountAtom,
  isHoldAskedAtom,
  pendingChangesAtom,
  transformationTypeAtom,
} from '../model/document-atoms.ts'
import { isLocalAtom } from '../model/local-map.ts'
import { openDialogAtom } from '../model/open-dialog.ts'
import { isLabelsAtom, isVectorsAtom } from '../model/view-atoms.ts'
import { useFitFault } from '../panels/accuracy/use-fit-fault.ts'
import { isCarriedAtom, warpAtom } from '../model/warp-atoms.ts'
import type { TopBarProps } from './top-bar.tsx'
import { dateLanguage } from '../../ui/i18n/date-language.ts'

/** So many transforms left are worth a word. */
const FEW_LEFT = 5

interface EditorBarInput {
  readonly record: MapRecord
  readonly isGone: boolean
  readonly draft: DraftState
  readonly transform: TransformState
  readonly permissions: PermissionSet
}

/** What the bars of desktop and phone show and do. */
export function useEditorBar(input: EditorBarInput): Omit<TopBarProps, 'isPlaceAsked'> {
  const { t, i18n } = useTranslation(['editor', 'common'])
  const { record, isGone, permissions, transform } = input
  const { canEdit } = permissions
  const store = useStore()
  const type = useAtomValue(transformationTypeAtom)
  const isPending = useAtomValue(pendingChangesAtom)
  const edit = useSetAtom(editAtom)
  const open = useSetAtom(openDialogAtom)
  const [baseLayer, onBaseLayerChange] = useAtom(baseLayerAtom)
  const [isLabels, onLabelsChange] = useAtom(isLabelsAtom)
  const [isVectors, onVectorsChange] = useAtom(isVectorsAtom)
  const [isRefusalOpen, setRefusalOpen] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const fault = useFitFault()
  const visibility = useSwitchPublic(record.id)
  const publicPage = usePublicPage(record.id)
  const ways = useResultWays(record)
  const onAnotherMap = useAnotherMap(record)
  const isLocal = useAtomValue(isLocalAtom)

  useEffect(() => {
    if (!isRefusalOpen) return undefined
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setRefusalOpen(false)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [isRefusalOpen])

  const onTransform = () => {
    const blocked = blockedBy()
    if (blocked !== undefined) {
      toast.error(blocked)
      return
    }
    if (transform.percent !== undefined) return
    // The points of a tab that waits, or those beneath a draft that waits, are not what is worked on.
    if (store.get(editHoldAtom) !== null) return store.set(isHoldAskedAtom, true)
    const isReady =
      store.get(warpAtom).failure === null &&
      !store.get(isCarriedAtom) &&
      store.get(enabledCountAtom) >= minimumPoints(type)
    setRefusalOpen(!isReady)
    if (!isReady) setRefusals((before) => before + 1)
    if (isReady) transform.transform()
  }

  return {
    title: record.titles.title || t('untitled'),
    saveState: savedAs(input.draft.saveState, record, isPending),
    audience: audienceOf(record),
    settings: {
      mapId: record.id,
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
      refusal: isRefusalOpen && fault ? fault : undefined,
      refusals,
      onRefusalClose: () => setRefusalOpen(false),
      isPublished: record.files.transformedFilePath !== null,
      remaining: remaining(),
      onTransform,
    },
    menu: {
      canEdit,
      // While somebody works on the map its card asks first: made private, it ends their claim.
      isPublic:
        permissions.canTogglePublic && !isLocal && !permissions.isAssigned ? record.isPublic : undefined,
      onTogglePublic: () => {
        if (!visibility.isPending) changeVisibility(!record.isPublic)
      },
      onEditDetails: canEdit && !isLocal ? () => open('details') : undefined,
      onAnotherMap: isGone || isLocal ? undefined : onAnotherMap,
      onDiscussion: isLocal ? undefined : () => open('discussion'),
      ways: record.isTransformed ? ways : undefined,
      publicPage: record.isPublic && record.isTransformed ? publicPage : undefined,
      onImport: () => open('import'),
      onExport: () => open('export'),
      onPalette: () => open('palette'),
      onShortcuts: () => open('shortcuts'),
      onTutorial: () => open('tutorial'),
    },
    markDone: permissions.isAssignedUser
      ? {
          isSubmitted: permissions.isDone,
          // What is submitted is the overlay: points that are not in it yet would be left behind.
          canMark: permissions.canMarkAsDone && !isPending,
          onMark: () => open('submit'),
        }
      : undefined,
  }

  function changeVisibility(isPublic: boolean): void {
    const about = `visibility ${record.id}`
    dismissToastsAbout(about)
    visibility.mutate(isPublic, {
      onSuccess: () =>
        toast.success(t(isPublic ? 'tool.madePublic' : 'tool.madePrivate'), {
          about,
          action: { label: t('common:action.undo'), run: () => changeVisibility(!isPublic) },
          ...(isPublic && { second: publicPage.open, third: publicPage.copy }),
        }),
      onError: (error) => toast.error(errorText(error)),
    })
  }

  function remaining(): string | undefined {
    const { limit } = transform
    if (!limit || limit.remainingAttempts === null) return undefined
    // A number that does not matter yet looks like a ration.
    if (limit.canTransform && limit.remainingAttempts > FEW_LEFT) return undefined
    if (limit.canTransform) return t('transform.remaining', { count: limit.remainingAttempts })
    if (limit.nextAttemptAt === null) return undefined
    const time = new Intl.DateTimeFormat(dateLanguage(i18n.language), { timeStyle: 'short' })
    return t('transform.nextIn', {
      count: limit.minutesRemaining,
      time: time.format(new Date(limit.nextAttemptAt)),
    })
  }

  function blockedBy(): string | undefined {
    if (isGone) return t(record.isOwner ? 'banner.inTrash' : 'banner.gone')
    if (!canEdit) return t(permissions.isDone ? 'banner.awaitingApproval' : 'banner.noPermission')
    const { refusal } = transform
    if (refusal === null) return undefined
    return limitRefusalText(refusal, t)
  }
}

/** A map whose overlay is what the points say counts as published, whatever happened to drafts. */
function savedAs(draft: SaveState, record: MapRecord, isPending: boolean): SaveState {
  if (draft !== 'clean') return draft
  return !isPending && record.files.transformedFilePath !== null ? 'published' : 'clean'
}
