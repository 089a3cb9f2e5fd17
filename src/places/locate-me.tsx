import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/icon-button.tsx'
import { type DevicePosition, type PositionResult, readDevicePosition } from './device-position.ts'
import classes from './place-search.module.css'

interface LocateMeProps {
  /** False: there is no map yet that could go there. */
  readonly onLocated: (position: DevicePosition) => boolean
  readonly shortcut?: string
}

type Problem = Extract<PositionResult, { ok: false }>['reason'] | 'noMap'

const PROBLEM_TEXT = {
  noMap: 'maps.mapInstanceNotAvailable',
  notSupported: 'maps.geolocationNotSupported',
  denied: 'maps.geolocationDenied',
  unavailable: 'maps.unableToRetrieveLocation',
} as const satisfies Record<Problem, string>

/** Finds where the device is. `problem`: why the last attempt failed, until one succeeds. */
export function useLocate(onLocated: LocateMeProps['onLocated']) {
  const { t } = useTranslation('places')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const locate = async () => {
    setBusy(true)
    const result = await readDevicePosition()
    setBusy(false)
    if (!result.ok) setProblem(result.reason)
    else setProblem(onLocated(result.position) ? null : 'noMap')
  }
  return { locate, isBusy, problem: problem && t(PROBLEM_TEXT[problem]) }
}

/** Why the device was not found, in red. */
export function LocateProblem({ text }: { readonly text: string }) {
  return (
    <p className={classes.problem} role="alert">
      {text}
    </p>
  )
}

/** A button that finds where the device is; a failure stands in red beneath it until it succeeds. */
export function LocateMe({ onLocated, shortcut }: LocateMeProps) {
  const { t } = useTranslation('places')
  const { locate, isBusy, problem } = useLocate(onLocated)
  return (
    <div className={classes.locate}>
      <IconButton label={t('locate')} shortcut={shortcut} loading={isBusy} onClick={() => void locate()}>
        <IconCurrentLocation size={20} stroke={1.75} />
      </IconButton>
      {problem ? <LocateProblem text={problem} /> : null}
    </div>
  )
}
