import { Button } from '@mantine/core'
import { useSetAtom, useStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { thumbnailUrl } from '../../../api/file-path.ts'
import { useDelayed } from '../../../ui/use-delayed.ts'
import { dismissToastsAbout, toast } from '../../../ui/toast-store.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type DocumentChoice, documentDifference } from '../../../drafts/document-difference.ts'
import type { DraftState } from '../../session/use-draft.ts'
import { draftWithoutQuestion, type OfferedDraft } from '../../../drafts/draft-offers.ts'
import type { EditingTab } from '../../session/editing-tab.ts'
import type { EditorDocument } from '../../../drafts/editor-document.ts'
import type { ScanSize } from '../../model/scan-edge.ts'
import type { TransformState } from '../../session/use-transform.ts'
import { baseVersionAtom, editAtom } from '../../model/document-atoms.ts'
import { panesAtom } from '../../model/tool-atoms.ts'
import { Banner } from '../../parts/banner.tsx'
import { DraftBanner } from './draft-banner.tsx'
import { HoldDialog } from '../dialogs/hold-dialog.tsx'
import { RivalBanner } from './rival-banner.tsx'

interface WorkBannersProps {
  readonly record: MapRecord
  readonly scan: ScanSize
  readonly draft: DraftState
  readonly tab: EditingTab
  readonly transform: TransformState
  /** What the server holds, and whether it came after the work here began. */
  readonly server: { readonly document: EditorDocument; readonly isOvertaken: boolean }
  readonly canEdit: boolean
  /** Other points are shown now. */
  readonly onTaken: () => void
}

/** A page that was just reloaded may hold the map a little longer: what ends within this time is not said, milliseconds. */
const OTHER_TAB_AFTER_MS = 2_000

function OtherTabBanner({ onTakeOver }: { readonly onTakeOver: () => void }) {
  const { t } = useTranslation('editor')
  const isShown = useDelayed(OTHER_TAB_AFTER_MS)
  if (!isShown) return null
  return (
    <Banner
      tone="amber"
      actions={
        <Button size="xs" onClick={onTakeOver}>
          {t('banner.editHere')}
        </Button>
      }
    >
      {t('banner.otherTab')}
    </Banner>
  )
}

/** What holds for the work in this editor: a draft on offer, another tab, another device, a publication, a cut line. */
export function WorkBanners(props: WorkBannersProps) {
  const { record, scan, draft, tab, transform, server, canEdit, onTaken } = props
  const { t } = useTranslation('editor')
  const store = useStore()
  const edit = useSetAtom(editAtom)
  const map = {
    thumbnail: thumbnailUrl(record.basePath, 'high'),
    width: scan.width,
    height: scan.height,
  }
  const [isDiscarding, setDiscarding] = useState(false)
  const [changed, setChanged] = useState(0)
  /** What goes with a draft: a point that came to the map after it began is nothing that it took away. */
  const changesOf = ({ document, baseVersion }: (typeof draft.offers)[number]) =>
    documentDifference(document, server.document).filter(
      ({ kind }) => kind !== 'same' && (kind !== 'theirs' || baseVersion === record.version),
    ).length
  const askToDiscard = () => {
    setChanged(Math.max(0, ...draft.offers.map(changesOf)))
    setDiscarding(true)
  }
  const offered = { ...draft, discard: askToDiscard }
  const restore: DraftState['restore'] = (offer) => {
    draft.restore(offer)
    onTaken()
  }
  const aboutDraft = `draft ${record.id}`
  const returning = canEdit && tab.isHere ? draftWithoutQuestion(draft.offers, record.version) : undefined
  const comeBack = useEffectEvent((offer: OfferedDraft) => {
    restore(offer)
    const count = offer.document.points.length
    const leave = () => edit({ action: () => server.document, label: { action: 'leaveDraft' } })
    toast.info(count === 0 ? t('said.restore') : t('banner.cameBack', { count }), {
      about: aboutDraft,
      // Without anything published there is nothing to go back to.
      ...(record.version !== null && { action: { label: t('banner.leaveDraft'), run: leave } }),
    })
  })
  useEffect(() => {
    if (returning) comeBack(returning)
  }, [returning])
  useEffect(() => () => dismissToastsAbout(aboutDraft), [aboutDraft, record.version])
  const settlePublished = (choice: DocumentChoice) => {
    const taken = choice === 'theirs' ? server.document : choice !== 'mine' && choice.merged
    if (taken) edit({ action: () => taken, label: { action: 'restore' } })
    store.set(baseVersionAtom, record.version)
  }
  return (
    <>
      {transform.isUnsent && (
        <Banner
          tone="red"
          onDismiss={transform.dismissUnsent}
          actions={
            <Button size="xs" onClick={transform.transform}>
              {t('transform.again')}
            </Button>
          }
        >
          {t('transform.unsent')}
        </Banner>
      )}
      {canEdit && !tab.isHere && <OtherTabBanner onTakeOver={tab.takeOver} />}
      {canEdit && tab.isHere && !returning && (
        <DraftBanner {...offered} restore={restore} map={map} version={record.version} />
      )}
      {canEdit && draft.rival && (
        <RivalBanner kind="device" theirs={draft.rival.document} map={map} onChoose={draft.settleRival} />
      )}
      {server.isOvertaken && draft.offers.length === 0 && tab.isHere && canEdit && (
        <RivalBanner kind="published" theirs={server.document} map={map} onChoose={settlePublished} />
      )}
      {canEdit && <HoldDialog {...offered} restore={restore} onTakeOver={tab.takeOver} />}
      <ConfirmDialog
        isOpen={isDiscarding}
        title={t('discardDraft.title', { count: draft.offers.length })}
        text={changed === 0 ? t('discardDraft.type') : t('discardDraft.text', { count: changed })}
        confirmLabel={t('discardDraft.confirm')}
        onCancel={() => setDiscarding(false)}
        onConfirm={() => {
          setDiscarding(false)
          draft.discard()
          toast.success(t('discardDraft.done'))
          // The banner that asked has gone: the work goes on in the scan.
          requestAnimationFrame(() => store.get(panesAtom).scan.current?.focus())
        }}
      />
    </>
  )
}
