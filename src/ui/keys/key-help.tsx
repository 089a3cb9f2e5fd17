import { Fragment, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSingleKeys } from '../shortcut-key.ts'
import { useLayer } from '../use-layer.ts'
import { type Chord, KEY_GROUPS, type KeyPage } from './key-groups.ts'
import classes from './key-help.module.css'

export interface KeyHelpProps {
  readonly page: KeyPage
  readonly onClose: () => void
}

/** The keys of a page. The browser's own dialog: pages that open without an account have no other. */
export function KeyHelp({ page, onClose }: KeyHelpProps) {
  const { t, i18n } = useTranslation(['shortcuts', 'common'])
  const areSingleKeysOn = useSingleKeys()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayer(true, onClose)
  const closed = useEffectEvent(onClose)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    // The event of a close that came of leaving may arrive once it is shown again.
    const hear = () => element.open || closed()
    element.addEventListener('close', hear)
    return () => {
      element.removeEventListener('close', hear)
      // What was before has the focus again.
      element.close()
    }
  }, [])
  const nameOf = (chord: Chord) =>
    chord.map((key) => (typeof key === 'string' ? t(`key.${key}`) : key.sign)).join('+')
  return (
    <dialog ref={dialog} className={classes['help']} aria-labelledby={titleId} lang={i18n.language}>
      <div className={classes['head']}>
        <h2 id={titleId}>{t('title')}</h2>
        <button type="button" className={classes['close']} onClick={onClose}>
          {t('common:action.close')}
        </button>
      </div>
      <table>
        {KEY_GROUPS[page].map(({ name, rows }) => (
          <tbody key={name}>
            <tr>
              <th colSpan={2} scope="rowgroup">
                {t(`group.${name}`)}
              </th>
            </tr>
            {rows.map(([keys, action]) => (
              <tr key={action}>
                <td>
                  {keys.map((chord, at) => (
                    <Fragment key={nameOf(chord)}>
                      {at > 0 && ' '}
                      <kbd>{nameOf(chord)}</kbd>
                    </Fragment>
                  ))}
                </td>
                <td>{t(action)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {page === 'public' || areSingleKeysOn ? null : <p>{t('singleKeysOff')}</p>}
    </dialog>
  )
}
