import { useTranslation } from 'react-i18next'

interface ListCountProps {
  /** Null: it is not known yet; nothing is said before it is. */
  readonly count: { readonly total: number; readonly inView: number | undefined } | null
  /** What was found only comes close to what was looked for. */
  readonly isNear: boolean
  readonly isQuiet: boolean
  readonly className?: string | undefined
}

/** How many maps of the list are in view, and how many there are. */
export function ListCount({ count, isNear, isQuiet, className }: ListCountProps) {
  const { t, i18n } = useTranslation('viewer')
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <p role="status" aria-live={isQuiet ? 'off' : 'polite'} className={className}>
      {count === null
        ? null
        : count.inView === undefined
          ? t('list.total', { count: count.total, number: number.format(count.total) })
          : t('list.inView', {
              count: count.inView,
              inView: number.format(count.inView),
              total: number.format(count.total),
            })}
      {count && count.total > 0 && isNear ? ` · ${t('list.near')}` : null}
    </p>
  )
}
