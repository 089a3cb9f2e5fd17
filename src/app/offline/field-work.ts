import { draftPlaces, sendKeptDraft } from '../../drafts/change-draft.ts'
import { forgetLog, forgetPoints, unsentFieldWork } from '../../kept/unsent-field-work.ts'
import { trackMetres } from '../../navigator/recorder/field-log.ts'
import { giveLog } from '../../navigator/recorder/give-log.ts'
import type { LogFile } from '../../navigator/recorder/give-log.ts'
import { openLogStore } from '../../navigator/recorder/log-store.ts'
import { recordingBeat } from '../../navigator/recorder/recording-beat.ts'
import { isRecording } from '../../navigator/recorder/running-recorder.ts'
import { formatLength } from '../../places/length-text.ts'
import { i18n } from '../../ui/i18n/i18n.ts'
import { currentToasts, dismissToastsAbout, toast } from '../../ui/toast-store.ts'
import { FIELD_NOTICES } from './field-notices.ts'

/** Leads to where unsent work is dealt with. */
export interface FieldWorkWays {
  /** A map is open in the editor. */
  readonly isEditing: boolean
  /** The navigator is open: a recording that was cut off goes on there by itself. */
  readonly isInField: boolean
  readonly toEditor: (mapId: string) => void
}

let isOffering = false

/**
 * To be called when the connection is back, or somebody has signed in: control points that were placed without a connection go to
 * the drafts of their maps, as was said when they were placed, and what was recorded is offered as a file.
 */
export async function offerFieldWork(
  userId: string,
  { isEditing, isInField, ...ways }: FieldWorkWays,
): Promise<void> {
  if (isOffering) return
  isOffering = true
  try {
    await i18n.loadNamespaces('navigator')
    // The editor sends what it shows by itself: two would overtake each other.
    await Promise.all([isEditing ? null : sendPoints(userId, ways), offerLog(userId, isInField)])
  } catch (error) {
    // The marks stay: it is tried again with the next start.
    console.warn(error)
  }
  isOffering = false
}

async function sendPoints(userId: string, ways: Pick<FieldWorkWays, 'toEditor'>): Promise<void> {
  const t = i18n.getFixedT(null, 'navigator')
  const { mapIds } = unsentFieldWork(userId)
  const failed: string[] = []
  let sent = 0
  for (const mapId of mapIds) {
    const places = draftPlaces(userId, mapId)
    const isSent = await sendKeptDraft(places).catch(() => false)
    const local = await places.loadLocal()
    // Nothing is left to send: the editor has sent it, or it was given up.
    if (isSent || !local || local.isKept) forgetPoints(userId, mapId)
    else failed.push(mapId)
    if (isSent) sent += 1
  }
  dismissToastsAbout(FIELD_NOTICES.points)
  if (sent > 0) toast.success(t('unsent.sent', { count: sent }), { about: FIELD_NOTICES.points })
  const [first] = failed
  if (first === undefined) return
  toast.warning(t('unsent.failed', { count: failed.length }), {
    title: t('unsent.failedTitle'),
    about: FIELD_NOTICES.points,
    durationMs: 0,
    action: { label: t('unsent.openEditor'), run: () => ways.toEditor(first) },
  })
}

async function offerLog(userId: string, isInField: boolean): Promise<void> {
  const isOffered = currentToasts().some(({ about }) => about === FIELD_NOTICES.log)
  if (isOffered || !unsentFieldWork(userId).hasLog || isRecording(userId)) return
  if (isInField && recordingBeat(userId).wasCut()) return
  const t = i18n.getFixedT(null, 'navigator')
  const log = await openLogStore(userId).load()
  const metres = trackMetres(log.tracks)
  if (metres === 0 && log.waypoints.length === 0) return forgetLog(userId)
  const save = (kind: LogFile) => () => {
    giveLog(userId, log, kind).catch(() => toast.error(i18n.t('common:fileNotSaved')))
  }
  toast.info(
    t('unsent.log', {
      length: formatLength(metres, i18n.language),
      places: t('track.places', { count: log.waypoints.length }),
    }),
    {
      title: t('unsent.logTitle'),
      about: FIELD_NOTICES.log,
      durationMs: 0,
      action: { label: t('track.gpx'), run: save('gpx') },
      second: { label: t('track.geojson'), run: save('geojson') },
      // It stays on the device, where the navigator shows it; it is not asked about again.
      onDismiss: () => forgetLog(userId),
    },
  )
}
