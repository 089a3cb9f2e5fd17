import { Loader } from '@mantine/core'
import '@mantine/core/styles/Slider.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import {
  IconChevronDown,
  IconChevronUp,
  IconCompass,
  IconEye,
  IconFocusCentered,
  IconPalette,
  IconPin,
  IconPinFilled,
  IconStack2,
  IconX,
} from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageSlider } from '../../ui/page-slider.tsx'
import { useIsMobile, useIsShort } from '../../ui/use-is-mobile.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import { OrderGrip, placeAtHeight } from '../../ui/order-grip.tsx'
import { COMPARISONS } from '../../map/compare/comparison-kinds.ts'
import classes from './shown-panel.module.css'
import { isDrawingBoxAtom, measuringAtom } from '../session/viewer-tools.ts'
import { MAP_FALLBACKS } from '../model/focus-fallbacks.ts'
import { isPlain } from '../model/map-look.ts'
import { LookTools } from './look-tools.tsx'
import { shownName, FILE_ID } from '../model/shown-name.ts'
import { ShownStatusLine } from './shown-status-line.tsx'
import { ComparedChoice } from './compared-choice.tsx'
import { useStage } from '../session/stage-context.ts'
import { isBandOpenAtom, stageTiles } from '../model/viewer-model.ts'
import { stackOf } from '../model/shown-stack.ts'
import { type ShownActions, useShownActions } from './use-shown-actions.ts'
import type { ShownMap } from '../session/use-shown-maps.ts'

const ICON = { size: 18, stroke: 1.75 }

/** The maps that are shown, the uppermost first: their order, opacity, and how they are compared. */
export function ShownPanel() {
  const { t } = useTranslation('viewer')
  const { page, shown, listed: maps, compared, openSideBySide } = useStage()
  const { state } = page
  const { comparison } = state
  const actions = useShownActions()
  const { isSmall, beside } = usePanelRoom()
  const seen = compared.turns && (compared.turns.isFirst ? 'first' : 'second')
  /** While maps are compared only that is there, so that the middle of the map is free. */
  const isComparing = comparison !== null && !isSmall
  const around = `${isComparing} ${beside}`
  /** Null: nobody has folded or unfolded it. */
  const [unfolded, setUnfolded] = useState<{ readonly isOpen: boolean; readonly around: string } | null>(null)
  const isOpen = unfolded?.around === around ? unfolded.isOpen : !isSmall && !isComparing
  const [openId, setOpenId] = useState<string | null>(null)
  const fold = () => setUnfolded({ isOpen: false, around })
  useLayer(isSmall && isOpen, fold, { leavesKeys: true })
  const isFolding = isSmall && maps.length > 1
  const list = useRef<HTMLUListElement>(null)
  const focus = useNextFocus(MAP_FALLBACKS)
  const topFirst = maps.toReversed()
  const canMove = maps.length > 1
  const move = (map: ShownMap, to: number) => {
    if (to >= 0 && to < maps.length && maps[to] !== map) actions.onMove(map, to)
  }
  return (
    <section className={classes.panel} aria-label={t('page.shown.title')} data-open={isOpen} {...focus}>
      <button
        type="button"
        className={classes.fold}
        data-focus="shown"
        aria-expanded={isOpen}
        onClick={() => setUnfolded({ isOpen: !isOpen, around })}
      >
        <IconStack2 {...ICON} aria-hidden />
        {t('page.shown.count', { count: maps.length })}
        {isOpen ? <IconChevronDown {...ICON} aria-hidden /> : <IconChevronUp {...ICON} aria-hidden />}
      </button>
      <div className={classes.content}>
        <ul ref={list} className={classes.rows} hidden={!isOpen}>
          {topFirst.map((map, at) => (
            <ShownRow
              key={map.id}
              {...actions}
              map={map}
              place={at + 1}
              isSolo={state.soloId === map.id}
              canMove={canMove}
              isAlone={maps.length === 1}
              fold={
                isFolding
                  ? {
                      isOpen: openId === map.id,
                      onToggle: () => setOpenId(openId === map.id ? null : map.id),
                    }
                  : null
              }
              onMoveBy={(by) => move(map, maps.indexOf(map) + by)}
              onDragTo={(clientY) => move(map, maps.length - 1 - placeAtHeight(list.current, clientY, at))}
            />
          ))}
        </ul>
        <div
          role="group"
          aria-label={t('page.compare.label')}
          className={classes.compare}
          hidden={!isOpen && !isComparing}
        >
          {COMPARISONS.map((kind) => (
            <button
              key={kind}
              type="button"
              data-focus={`compare-${kind}`}
              aria-pressed={comparison === kind}
              // A press of a key has no count.
              onClick={({ detail }) => {
                compared.compare(comparison === kind ? null : kind, detail === 0)
                // A phone's sheet would lie over what is compared.
                if (isSmall && comparison !== kind) fold()
              }}
            >
              {t(`page.compare.${kind}`)}
            </button>
          ))}
          {stackOf(state).length > 0 ? (
            <button type="button" aria-keyshortcuts="S" onClick={openSideBySide}>
              {t('page.compare.sideBySide')}
            </button>
          ) : null}
          {comparison && compared.pair && shown.comparable.length > 1 ? (
            <ComparedChoice
              comparison={comparison}
              maps={shown.comparable}
              pair={compared.pair}
              seen={seen}
              onChoose={compared.choosePart}
            />
          ) : null}
        </div>
      </div>
    </section>
  )
}

/** The room for the panel. */
function usePanelRoom() {
  const isPhone = useIsMobile()
  const isShort = useIsShort()
  const isBandOpen = useAtomValue(isBandOpenAtom)
  const isDrawing = useAtomValue(isDrawingBoxAtom)
  const isMeasuring = useAtomValue(measuringAtom) !== null
  const inTheWay = [isBandOpen && 'band', isDrawing && 'box', isMeasuring && 'measure'].filter(Boolean)
  return {
    /** It lies folded at first, for a phone's map is small; of several maps one has its tools unfolded. */
    isSmall: isPhone || isShort,
    /** What else lies over a low map, by name: with each that comes the panel is folded anew. */
    beside: isShort ? inTheWay.join() : '',
  }
}

interface ShownRowProps extends ShownActions {
  readonly map: ShownMap
  /** From the top, the first being 1. */
  readonly place: number
  readonly isSolo: boolean
  readonly canMove: boolean
  /** No other map is shown. */
  readonly isAlone: boolean
  /** How its tools are unfolded; null: they always are. */
  readonly fold: { readonly isOpen: boolean; readonly onToggle: () => void } | null
  /** Up is positive. */
  readonly onMoveBy: (by: number) => void
  readonly onDragTo: (clientY: number) => void
}

function ShownRow(props: ShownRowProps) {
  const { map, isSolo, canMove, place, fold } = props
  const [isLookOpen, setLookOpen] = useState(false)
  const { t, i18n } = useTranslation('viewer')
  const { shown } = useStage()
  const trouble = useAtomValue(stageTiles.troubleAtom)
  const retryTiles = useSetAtom(stageTiles.retryAtom)
  const name = shownName(t, map)
  const isDrawn = map.status.kind === 'shown'
  const percent = Math.round(map.opacity * 100)
  const percentText = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(map.opacity)
  const row = useRef<HTMLLIElement>(null)
  const isUnfolded = fold?.isOpen ?? false
  useEffect(() => {
    // What unfolds below the others may lie out of sight.
    if (isUnfolded) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isUnfolded])
  const hasTools = isDrawn && (fold?.isOpen ?? true)
  const fitButton = (
    <IconButton
      label={t('page.shown.fit', { title: name })}
      variant="subtle"
      color="gray"
      tooltipSide="top"
      disabled={!map.box}
      onClick={() => props.onFit(map)}
    >
      <IconFocusCentered {...ICON} />
    </IconButton>
  )
  return (
    <li ref={row} className={classes.row} data-status={map.status.kind} data-map={map.id}>
      <div className={classes.head}>
        {canMove ? (
          <OrderGrip
            label={t('page.shown.move', { title: name, place })}
            onStep={(by) => props.onMoveBy(-by)}
            onDragTo={props.onDragTo}
          />
        ) : null}
        {fold && isDrawn ? (
          <button
            type="button"
            className={classes.unfold}
            aria-label={t('page.shown.tools', { title: name, opacity: percentText })}
            aria-expanded={fold.isOpen}
            onClick={fold.onToggle}
          >
            <span className={classes.title} title={name}>
              {name}
            </span>
            {fold.isOpen ? null : <span className={classes.percent}>{percentText}</span>}
            {fold.isOpen ? (
              <IconChevronUp {...ICON} aria-hidden />
            ) : (
              <IconChevronDown {...ICON} aria-hidden />
            )}
          </button>
        ) : (
          <span className={classes.title} title={name}>
            {name}
          </span>
        )}
        {map.status.kind === 'loading' ? (
          <Loader size={16} aria-hidden />
        ) : fold && isDrawn ? null : (
          fitButton
        )}
        <IconButton
          label={t('page.shown.remove', { title: name })}
          variant="subtle"
          color="gray"
          tooltipSide="top"
          data-kind="shown"
          onClick={() => props.onRemove(map)}
        >
          <IconX {...ICON} />
        </IconButton>
      </div>
      {hasTools ? (
        <div className={classes.tools}>
          <div className={classes.opacity}>
            <span className={classes.word} aria-hidden>
              {t('page.shown.opacityWord')}
            </span>
            <span className={classes.percent} aria-hidden>
              {percentText}
            </span>
            <PageSlider
              className={classes.slider ?? ''}
              pageStep={20}
              thumbLabel={t('page.shown.opacity', { title: name })}
              thumbValueText={percentText}
              label={null}
              size="sm"
              min={0}
              max={100}
              step={5}
              value={percent}
              onChange={(value) => props.onOpacity(map, value / 100, false)}
              onChangeEnd={(value) => props.onOpacity(map, value / 100, true)}
            />
          </div>
          {fold ? fitButton : null}
          <IconButton
            label={t('page.look.title', { title: name })}
            variant={isPlain(map.look) ? 'subtle' : 'light'}
            color={isPlain(map.look) ? 'gray' : undefined}
            aria-expanded={isLookOpen}
            tooltipSide="top"
            onClick={() => setLookOpen(!isLookOpen)}
          >
            <IconPalette {...ICON} />
          </IconButton>
          {canMove ? (
            <IconButton
              label={t('page.shown.solo', { title: name })}
              variant={isSolo ? 'light' : 'subtle'}
              color={isSolo ? undefined : 'gray'}
              aria-pressed={isSolo}
              tooltipSide="top"
              onClick={() => props.onSolo(map)}
            >
              <IconEye {...ICON} />
            </IconButton>
          ) : null}
          {map.id === FILE_ID ? null : (
            <>
              <IconButton
                label={t('page.shown.keep', { title: name })}
                hint={t('page.shown.keepHint')}
                variant={map.isPinned ? 'light' : 'subtle'}
                color={map.isPinned ? undefined : 'gray'}
                aria-pressed={map.isPinned}
                tooltipSide="top"
                onClick={() => props.onKeep(map)}
              >
                {map.isPinned ? <IconPinFilled {...ICON} /> : <IconPin {...ICON} />}
              </IconButton>
              <IconButton
                label={t('page.shown.navigate', { title: name })}
                variant="subtle"
                color="gray"
                tooltipSide="top"
                onClick={() => props.onNavigate(map)}
              >
                <IconCompass {...ICON} />
              </IconButton>
            </>
          )}
        </div>
      ) : null}
      {hasTools && isLookOpen ? (
        <LookTools name={name} look={map.look} onChange={(look, isStep) => props.onLook(map, look, isStep)} />
      ) : null}
      {props.isAlone && (isDrawn || map.status.kind === 'loading') && !map.isPinned && map.id !== FILE_ID ? (
        <p className={classes.hint}>{t('page.shown.preview')}</p>
      ) : null}
      <ShownStatusLine
        map={map}
        trouble={map.raster ? trouble.get(map.raster.id)?.code : undefined}
        onRetry={() => {
          shown.retry()
          retryTiles()
        }}
      />
    </li>
  )
}
