import { IconTrash } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { FieldButton } from '../parts/field-button.tsx'
import { FileButton } from '../parts/file-button.tsx'
import { Panel } from '../parts/panel.tsx'
import classes from '../parts/panel.module.css'
import { formatLength } from '../../places/length-text.ts'
import { useNavigator } from '../session/navigator-context.ts'
import { showPanelAtom } from '../model/navigator-model.ts'
import { positionProblemAtom, readingAtom } from '../model/position-atoms.ts'
import { useFreshPosition } from '../session/use-fresh-position.ts'
import { WaitForPosition } from '../position/wait-for-position.tsx'
import { trackMetres } from '../recorder/field-log.ts'
import type { Waypoint } from '../recorder/field-log.ts'
import { giveLog } from '../recorder/give-log.ts'
import type { LogFile } from '../recorder/give-log.ts'
import { PhotoPlaces } from './photo-places.tsx'
import { MAX_LOG_BYTES, readGeoJson, readGpx } from '../recorder/read-log.ts'
import type { FieldRecorder } from '../recorder/field-recorder.ts'
import { recordedAtom } from '../model/recorded-atoms.ts'
import { dateLanguage } from '../../ui/i18n/date-language.ts'

/** The track and the places of the day: recorded, noted, given away as files and taken from files. */
export function TrackPanel() {
  const { t, i18n } = useTranslation(['navigator', 'common'])
  const { page, session } = useNavigator()
  const { recorder, watch } = session
  const showPanel = useSetAtom(showPanelAtom)
  const reading = useAtomValue(readingAtom)
  const problem = useAtomValue(positionProblemAtom)
  const [isClearing, setClearing] = useState(false)
  const { log, isRecording, isUnkept, isLoaded } = useAtomValue(recordedAtom)
  const metres = trackMetres(log.tracks)
  const [marked, setMarked] = useState(0)
  const marking = useFreshPosition(watch, (_: 'mark', here) => {
    recorder.addWaypoint(here)
    setMarked((count) => count + 1)
  })
  /** A recording begins with the first position that comes after the press. */
  const isBeginning = isRecording && log.tracks.at(-1)?.length === 0
  const mayCome = problem === null || problem === 'unavailable'
  const isEmpty = metres === 0 && log.waypoints.length === 0

  const giveAway = (kind: LogFile) => {
    giveLog(page.userId, log, kind).catch(() => toast.error(t('common:fileNotSaved')))
  }
  const take = async (file: File) => {
    const text = file.size > MAX_LOG_BYTES ? '' : await file.text()
    const read = text.trimStart().startsWith('<') ? readGpx(text) : readGeoJson(text)
    if (!read) return toast.error(t('track.unreadable', { name: file.name }))
    recorder.merge(read)
    const taken = t('track.taken', {
      length: formatLength(trackMetres(read.tracks), i18n.language),
      count: read.waypoints.length,
    })
    if (read.leftOut === 0) toast.success(taken)
    else toast.warning(`${taken}. ${t('track.leftOut', { count: read.leftOut })}`)
  }

  return (
    <Panel title={t('track.title')} closeLabel={t('panel.close')} onClose={() => showPanel(null)}>
      <p className={classes['result']}>
        {/* It grows with every step: what is said aloud is how the recording goes. */}
        <strong>{formatLength(metres, i18n.language)}</strong>
        <span role="status">{t(recordingKey())}</span>
      </p>
      {isBeginning && mayCome ? <WaitForPosition /> : null}
      {isUnkept ? (
        <p role="alert">
          <strong>{t('track.unkeptTitle')}.</strong> {t('track.unkept')}
        </p>
      ) : null}
      <div className={classes['actions']}>
        <button
          type="button"
          aria-pressed={isRecording}
          disabled={!isLoaded}
          onClick={() => recorder.setRecording(!isRecording)}
        >
          {t(isRecording ? 'track.stop' : 'track.start')}
        </button>
        <button type="button" disabled={!reading || !isLoaded} onClick={() => marking.take('mark')}>
          {t('track.mark')}
        </button>
      </div>
      <span className="visually-hidden" role="status">
        {marked > 0 ? <span key={marked}>{t('track.marked')}</span> : null}
      </span>
      {marking.waiting ? (
        <WaitForPosition onTakeOld={() => marking.takeOld('mark')} onCancel={marking.cancel} />
      ) : null}
      {log.waypoints.length > 0 ? (
        <div className={classes['field']}>
          <h3>{t('track.places', { count: log.waypoints.length })}</h3>
          <ul className={classes['list']}>
            {log.waypoints.map((waypoint, at) => (
              <Place key={waypoint.id} waypoint={waypoint} number={at + 1} recorder={recorder} />
            ))}
          </ul>
        </div>
      ) : null}
      <PhotoPlaces isDisabled={!isLoaded} />
      <div className={`${classes['field']} ${classes['actions']}`}>
        <button type="button" disabled={isEmpty} onClick={() => giveAway('gpx')}>
          {t('track.gpx')}
        </button>
        <button type="button" disabled={isEmpty} onClick={() => giveAway('geojson')}>
          {t('track.geojson')}
        </button>
        <FileButton
          label={t('track.import')}
          accept=".gpx,.geojson,.json,application/gpx+xml,application/geo+json"
          onChoose={([file]) => void take(file)}
        />
        <button type="button" disabled={isEmpty} onClick={() => setClearing(true)}>
          {t('track.clear')}
        </button>
      </div>
      <ConfirmDialog
        isOpen={isClearing}
        title={t('track.clearTitle')}
        text={t('track.clearText')}
        confirmLabel={t('track.clear')}
        onCancel={() => setClearing(false)}
        onConfirm={() => {
          setClearing(false)
          recorder.clear()
        }}
      />
    </Panel>
  )

  function recordingKey() {
    if (!isRecording) return 'track.resting'
    if (isBeginning && mayCome) return 'track.beginning'
    return problem ? (`track.without.${problem}` as const) : 'track.recording'
  }
}

interface PlaceProps {
  readonly waypoint: Waypoint
  /** Its place in the list, from 1. */
  readonly number: number
  readonly recorder: FieldRecorder
}

function Place({ waypoint, number, recorder }: PlaceProps) {
  const { t, i18n } = useTranslation(['navigator', 'common'])
  const time = new Intl.DateTimeFormat(dateLanguage(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const moment = waypoint.timeMs > 0 ? time.format(waypoint.timeMs) : t('track.noTime', { number })
  const remove = () => {
    recorder.removeWaypoint(waypoint.id)
    toast.info(t('track.removed', { place: waypoint.note || moment }), {
      action: { label: t('common:action.undo'), run: () => recorder.changeNote(waypoint, waypoint.note) },
    })
  }
  return (
    <li className={classes['place']}>
      <label>
        <span>{moment}</span>
        <input
          value={waypoint.note}
          maxLength={1000}
          placeholder={t('track.note')}
          aria-label={t('track.noteOf', { moment })}
          onChange={({ target }) => recorder.changeNote(waypoint, target.value)}
        />
      </label>
      <FieldButton
        icon={IconTrash}
        label={t('track.remove', { moment: waypoint.note || moment })}
        onPress={remove}
      />
    </li>
  )
}
