import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../ui/byte-text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { faultText } from './fault-text.ts'
import { bytesOf, freeLocalMap, type LocalMap } from './local-maps.ts'
import { dateLanguage } from '../ui/i18n/date-language.ts'
import classes from './try-page.module.css'
import { useLocalMaps } from './use-local-maps.ts'

/** The maps that this device keeps, where there are any: opened again, or removed to free their room. */
export function DeviceMaps({ onOpen }: { readonly onOpen: (mapId: string) => void }) {
  const { t, i18n } = useTranslation('try')
  const maps = useLocalMaps()
  const [asked, setAsked] = useState<LocalMap | null>(null)
  if (maps.length === 0) return null
  const room = (map: LocalMap) => formatBytes(bytesOf(map), i18n.language)
  const dates = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium' })
  return (
    <section className={classes['maps']} aria-labelledby="device-maps">
      <h2 id="device-maps">{t('maps.title')}</h2>
      <p className={classes['note']}>{t('maps.note')}</p>
      <ul className={classes['list']}>
        {maps.map((map) => (
          <li key={map.id} className={classes['row']}>
            <Picture blob={map.thumbnail} />
            <div className={classes['names']}>
              <button type="button" className={classes['name']} dir="auto" onClick={() => onOpen(map.id)}>
                {map.title}
              </button>
              <span className={classes['size']}>
                {map.pyramid ? `${dates.format(map.addedAtMs)} · ${room(map)}` : t('maps.unread')}
              </span>
            </div>
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={t('maps.remove', { title: map.title })}
              title={t('maps.removeWord')}
              onClick={() => setAsked(map)}
            >
              <IconTrash size={20} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          isOpen
          title={t('maps.removeTitle', { title: asked.title })}
          text={t('maps.removeText', { room: room(asked) })}
          confirmLabel={t('maps.removeWord')}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            freeLocalMap(asked.id).catch((error: unknown) => toast.error(faultText(error)))
          }}
        />
      )}
    </section>
  )
}

function Picture({ blob }: { readonly blob: Blob | null }) {
  if (!blob) return <span className={classes['picture']} aria-hidden />
  const show = (image: HTMLImageElement | null) => {
    if (!image) return undefined
    const url = URL.createObjectURL(blob)
    image.src = url
    return () => URL.revokeObjectURL(url)
  }
  return <img ref={show} alt="" className={classes['picture']} />
}
