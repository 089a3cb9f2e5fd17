import { Button } from '@mantine/core'
import { IconArrowLeft, IconBooks, IconStack2 } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useCatalogs } from '../../queries/catalog-queries.ts'
import { announce } from '../../ui/announce.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { formatPercent } from '../../ui/number-format.ts'
import { PageSlider } from '../../ui/page-slider.tsx'
import { withAllInOrder } from '../model/shown-stack.ts'
import { useStage } from '../session/stage-context.ts'
import { chooseWholeOpacityAtom, openSidebarAtom, wholeOpacityAtom } from '../model/viewer-model.ts'
import classes from '../viewer-page.module.css'

/**
 * How far all maps of a catalog are seen through, how to lay them over one another, and the ways out of it: to the public
 * maps, and to the catalog among all catalogs.
 */
export function CatalogWays() {
  const { t } = useTranslation('viewer')
  const { page, session, catalog } = useStage()
  const { catalogId } = page.state
  const { order, showable, whole } = catalog
  const openSidebar = useSetAtom(openSidebarAtom)
  const showAll = () => {
    session.steps.choose((last) => withAllInOrder(last, showable, 1))
    announce(t('page.shown.count', { count: showable.length }))
  }
  const leave = () => {
    openSidebar(true)
    page.onBackToPublic()
  }
  const { data: known } = useCatalogs()
  const title = known?.find(({ id }) => id === catalogId)?.title
  return (
    <div className={classes.back}>
      {whole ? <WholeOpacity /> : null}
      {showable.length > 0 ? (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconStack2 size={18} stroke={1.75} />}
          onClick={showAll}
        >
          {showable.length < order.length
            ? t('page.showFirst', { count: showable.length })
            : t('page.showAll')}
        </Button>
      ) : null}
      <div role="group" aria-label={t('page.ways')} className={classes.ways}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconArrowLeft size={18} stroke={1.75} />}
          onClick={leave}
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

function WholeOpacity() {
  const { t, i18n } = useTranslation('viewer')
  const opacity = useAtomValue(wholeOpacityAtom)
  const chooseOpacity = useSetAtom(chooseWholeOpacityAtom)
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
        onChange={(value) => chooseOpacity(value / 100)}
      />
    </div>
  )
}
