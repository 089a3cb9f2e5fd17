import { Button } from '@mantine/core'
import { IconArrowLeft, IconBooks, IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCatalogs } from '../queries/catalog-queries.ts'
import { ButtonLink } from '../ui/links.tsx'
import { formatPercent } from '../ui/number-format.ts'
import { PageSlider } from '../ui/page-slider.tsx'
import type { WholeCatalog } from './use-catalog-stack.ts'
import classes from './viewer-page.module.css'

interface CatalogWaysProps {
  readonly catalogId: string | undefined
  /** How many of its maps are shown at once; 0: none that could be. */
  readonly showable: number
  /** That is not all of them. */
  readonly isPart: boolean
  /** Null: it is not shown. */
  readonly whole: WholeCatalog | null
  readonly onShowAll: () => void
  readonly onBackToPublic: () => void
}

/**
 * How far all maps of a catalog are seen through, how to lay them over one another, and the ways out of it: to the public
 * maps, and to the catalog among all catalogs.
 */
export function CatalogWays(props: CatalogWaysProps) {
  const { catalogId, showable, isPart, whole, onShowAll, onBackToPublic } = props
  const { t } = useTranslation('viewer')
  const { data: known } = useCatalogs()
  const title = known?.find(({ id }) => id === catalogId)?.title
  return (
    <div className={classes.back}>
      {whole ? <WholeOpacity {...whole} /> : null}
      {showable > 0 ? (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconStack2 size={18} stroke={1.75} />}
          onClick={onShowAll}
        >
          {isPart ? t('page.showFirst', { count: showable }) : t('page.showAll')}
        </Button>
      ) : null}
      <div role="group" aria-label={t('page.ways')} className={classes.ways}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconArrowLeft size={18} stroke={1.75} />}
          onClick={onBackToPublic}
        >
          {t('page.backToPublic')}
        </Button>
        <ButtonLink
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconBooks size={18} stroke={1.75} />}
          to="/catalogs"
          search={{ catalogId }}
        >
          {title === undefined ? t('page.toCatalog') : t('page.toCatalogNamed', { title })}
        </ButtonLink>
      </div>
    </div>
  )
}

function WholeOpacity({ opacity, onOpacity }: Pick<WholeCatalog, 'opacity' | 'onOpacity'>) {
  const { t, i18n } = useTranslation('viewer')
  const percent = Math.round(opacity * 100)
  return (
    <div className={classes.whole}>
      <span aria-hidden>{t('page.whole')}</span>
      <PageSlider
        className={classes.wholeSlider ?? ''}
        pageStep={20}
        thumbLabel={t('page.wholeOpacity')}
        thumbValueText={formatPercent(percent, i18n.language)}
        label={null}
        size="sm"
        min={0}
        max={100}
        step={5}
        value={percent}
        onChange={(value) => onOpacity(value / 100)}
      />
    </div>
  )
}
