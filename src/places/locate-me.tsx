import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/icon-button.tsx'
import { type DevicePosition, type PositionResult, readDevicePosition } from './device-position.ts'
import classes from './place-search.module.css'

interface LocateMeProps {
  readonly onLocated: (position: DevicePosition) => void
  readonly shortcut?: string
}

type Problem = Extract<PositionResult, { ok: false }>['reason']

/** A button that finds where the device is; a failure stands in red beneath it until it succeeds. */
export function LocateMe({ onLocated, shortcut }: LocateMeProps) {
  const { t } = useTranslation('places')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const locate = async () => {
    setBusy(true)
    const result = await readDevicePosition()
    setBusy(false)
    setProblem(result.ok ? null : result.reason)
    if (result.ok) onLocated(result.position)
  }
  return (
    <div className={classes.locate}>
      <IconButton label={t('locate')} shortcut={shortcut} loading={isBusy} onClick={() => void locate()}>
        <IconCurrentLocation size={20} stroke={1.75} />
      </IconButton>
      {problem ? (
        <p className={classes.problem} role="alert">
          {t(`problem.${problem}`)}
        </p>
      ) : null}
    </div>
  )
}
