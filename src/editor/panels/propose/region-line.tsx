import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Near } from '../../model/propose/region.ts'

/** Where places were looked for, and how they are looked for elsewhere. */
export interface Region {
  /** Null: in the whole world. */
  readonly near: Near | null
  readonly onWorld: () => void
  /** Near what the modern map shows now; in the whole world where it shows more than a country. */
  readonly onNear: () => void
}

export function RegionText({ near }: { readonly near: Near | null }) {
  const { t, i18n } = useTranslation('propose')
  if (!near) return t('where.world')
  return t('where.near', { km: new Intl.NumberFormat(i18n.language).format(near.km) })
}

interface RegionButtonProps {
  readonly region: Region
  readonly variant: 'filled' | 'subtle'
}

export function RegionButton({ region, variant }: RegionButtonProps) {
  const { t } = useTranslation('propose')
  return (
    <Button
      size={variant === 'filled' ? 'sm' : 'compact-sm'}
      variant={variant}
      onClick={region.near ? region.onWorld : region.onNear}
    >
      {t(region.near ? 'where.lookWorld' : 'where.lookNear')}
    </Button>
  )
}
