import { Menu } from '@mantine/core'
import { IconArrowsLeftRight } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { COMPARISONS } from '../../../map/compare/comparison-kinds.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { comparedWithAtom, comparisonAtom } from '../../model/view-atoms.ts'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'

interface CompareMenuProps {
  /** The live overlay can be held against the published one. */
  readonly hasPublished: boolean
  readonly className?: string | undefined
}

/** Chooses how the overlay is held against the base map, or against what is published. */
export function CompareMenu({ hasPublished, className }: CompareMenuProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  const [comparison, setComparison] = useAtom(comparisonAtom)
  const [comparedWith, setComparedWith] = useAtom(comparedWithAtom)
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <IconButton
          label={t('comparison.title')}
          hint={comparison ? t(`comparison.${comparison}`) : undefined}
          size={isPhone ? 44 : 36}
          variant="default"
          data-active={comparison !== null || undefined}
          className={className}
        >
          <IconArrowsLeftRight size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={comparison ?? OFF}
          onChange={(value) => setComparison(COMPARISONS.find((kind) => kind === value) ?? null)}
        >
          <Menu.RadioItem value={OFF} closeMenuOnClick>
            {t('comparison.off')}
          </Menu.RadioItem>
          {COMPARISONS.map((kind) => (
            <Menu.RadioItem key={kind} value={kind} closeMenuOnClick>
              {t(`comparison.${kind}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {hasPublished && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('comparison.with')}</Menu.Label>
            <Menu.RadioGroup
              value={comparedWith}
              onChange={(value) => {
                setComparedWith(value === 'published' ? 'published' : 'base')
                if (!comparison) setComparison('swipe')
              }}
            >
              {(['base', 'published'] as const).map((other) => (
                <Menu.RadioItem key={other} value={other} closeMenuOnClick>
                  {t(`comparison.${other}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const OFF = 'off'
