import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlPoint, TransformationType } from '../../../../contract/control-points.ts'
import { setTransformationType } from '../../../drafts/editor-document.ts'
import { formatPixels } from '../../../ui/number-format.ts'
import { documentAtom, editAtom, transformationTypeAtom } from '../../model/document-atoms.ts'
import { scanSizeAtom } from '../../model/scan-size.ts'
import classes from './type-question.module.css'
import { isAsGoodAsAny, type TypeFit, typeErrors } from '../../model/type-errors.ts'

/** Tiles do not matter: nothing is drawn. */
const NO_TILES = { tileSize: 512, levelCount: 1 }

/** What was found, of which points and in which projection. */
interface Answer {
  readonly of: readonly ControlPoint[]
  readonly by: string | undefined
  readonly errors: readonly TypeFit[]
}

/** Answers which transformation fits the points, by leaving each of them out in turn. */
export function TypeQuestion({ canEdit }: { readonly canEdit: boolean }) {
  const { t, i18n } = useTranslation('editor')
  const store = useStore()
  const { points, projection } = useAtomValue(documentAtom)
  const chosen = useAtomValue(transformationTypeAtom)
  const edit = useSetAtom(editAtom)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [isAsking, setAsking] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const ask = () => {
    const controller = new AbortController()
    running.current = controller
    setAsking(true)
    const { points: of, projection: by } = store.get(documentAtom)
    typeErrors(of, by, { ...store.get(scanSizeAtom), ...NO_TILES }, controller.signal).then(
      (errors) => {
        setAsking(false)
        setAnswer({ of, by, errors })
      },
      () => undefined,
    )
  }
  // Of other points it says nothing any more.
  const errors = answer?.of === points && answer.by === projection ? answer.errors : null
  const [best] = errors ?? []
  const px = (value: number) => formatPixels(value, i18n.language)
  const name = (type: TransformationType) => t(`settings.${type}Short`)
  return (
    <div className={classes['question']}>
      {!errors && (
        <Button size="compact-xs" variant="default" loading={isAsking} onClick={ask}>
          {t('fits.ask')}
        </Button>
      )}
      <span role="status">
        {errors &&
          (best
            ? `${
                isAsGoodAsAny(errors, chosen)
                  ? t('fits.good', { name: name(chosen) })
                  : t('fits.best', { name: name(best.type) })
              } ${t('fits.list', { list: errors.map(({ type, px: error }) => `${name(type)} ${px(error)}\u00a0px`).join(', ') })}`
            : t('fits.none'))}
      </span>
      {canEdit && errors && best && !isAsGoodAsAny(errors, chosen) && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            edit({
              action: (document) => setTransformationType(document, best.type),
              label: { action: 'type' },
            })
          }
        >
          {t('fits.use', { name: name(best.type) })}
        </Button>
      )}
    </div>
  )
}
