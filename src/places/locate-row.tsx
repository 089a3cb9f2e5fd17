import { Button } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lonLatToMercator } from '../geometry/mercator.ts'
import type { FoundPlace } from './found-place.ts'
import { LocateProblem, useLocate } from './locate-me.tsx'

interface LocateRowProps {
  readonly onPick: (place: FoundPlace) => void
}

/** Beneath the place search: the device's own place, as one that was found. */
export function LocateRow({ onPick }: LocateRowProps) {
  const { t } = useTranslation('places')
  const { locate, isBusy, problem } = useLocate(({ lon, lat }) => {
    onPick({
      name: t('here'),
      point: lonLatToMercator(lon, lat),
      box: null,
      areaLevel: null,
      boundary: null,
    })
    return true
  })
  return (
    <div>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconCurrentLocation size={20} stroke={1.75} aria-hidden />}
        onClick={() => void locate()}
      >
        {t('locate')}
      </Button>
      {problem ? <LocateProblem text={problem} /> : null}
    </div>
  )
}
