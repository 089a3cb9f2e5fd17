import { UnstyledButton } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { formatGround } from '../../../ui/number-format.ts'
import { useTools } from '../../tools/use-tools.ts'
import { suspectRowsAtom } from '../../model/warp-atoms.ts'
import classes from './suspect-reasons.module.css'

/** No more are explained above the table, which marks them all. */
const EXPLAINED = 5

/** Why each point to check is named, the most suspicious first; a sentence leads to its point. */
export function SuspectReasons({ onShowPoint }: { readonly onShowPoint: (id: string) => void }) {
  const { t, i18n } = useTranslation('editor')
  const rows = useAtomValue(suspectRowsAtom)
  const send = useTools()
  if (rows.length === 0) return null
  const ground = (metres: number) => formatGround(metres, i18n.language)
  return (
    <ul className={classes['reasons']} aria-label={t('suspect.title')}>
      {rows.slice(0, EXPLAINED).map(({ point, number, reason }) => (
        <li key={point.id}>
          <UnstyledButton
            className={classes['reason'] ?? ''}
            onClick={() => {
              send({ type: 'rowChosen', id: point.id })
              onShowPoint(point.id)
            }}
          >
            {t('suspect.why', {
              number,
              count: reason?.neighbours ?? 0,
              distance: ground(reason?.metres ?? 0),
              agree: ground(reason?.agreeMetres ?? 0),
            })}
          </UnstyledButton>
        </li>
      ))}
      {rows.length > EXPLAINED && <li>{t('suspect.more', { count: rows.length - EXPLAINED })}</li>}
    </ul>
  )
}
