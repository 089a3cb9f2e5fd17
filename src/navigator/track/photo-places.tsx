import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { FileButton } from '../parts/file-button.tsx'
import classes from '../parts/panel.module.css'
import { useNavigator } from '../session/navigator-context.ts'
import { readingAtom } from '../model/position-atoms.ts'
import { useFreshPosition } from '../session/use-fresh-position.ts'
import { WaitForPosition } from '../position/wait-for-position.tsx'
import { MOST_PHOTO_BYTES, MOST_PHOTOS } from './read-photos.ts'
import { usePhotos } from './use-photos.ts'

/** More names than this say nothing more. */
const MOST_NAMES = 3

interface PhotoPlacesProps {
  readonly isDisabled: boolean
}

/** Makes marked places of where photos were taken. */
export function PhotoPlaces({ isDisabled }: PhotoPlacesProps) {
  const { t } = useTranslation('navigator')
  const { recorder, watch } = useNavigator().session
  const photos = usePhotos(recorder)
  const reading = useAtomValue(readingAtom)
  const { progress, added, placeless } = photos
  const placing = useFreshPosition(watch, (_: 'place', here) => void photos.placeHere(here))
  /** What is said below tells why no place was added. */
  const isExplained = [photos.unreadable, photos.tooLarge, placeless].some(({ length }) => length > 0)
  const names = (of: readonly string[]) =>
    of.slice(0, MOST_NAMES).join(', ') + (of.length > MOST_NAMES ? ` … (${of.length})` : '')
  return (
    <div className={classes['field']}>
      <h3>{t('photo.title')}</h3>
      <div className={classes['actions']}>
        <FileButton
          label={t('photo.choose')}
          accept="image/jpeg,image/heic,image/heif,image/avif,.jpg,.jpeg,.heic,.heif"
          takesMany
          isDisabled={isDisabled}
          onChoose={(files) => void photos.read(files)}
        />
        <FileButton
          label={t('photo.take')}
          accept="image/*"
          fromCamera
          isDisabled={isDisabled}
          className={classes['camera']}
          onChoose={(files) => void photos.read(files)}
        />
        {progress ? (
          <button type="button" onClick={photos.cancel}>
            {t('photo.stop')}
          </button>
        ) : null}
      </div>
      <p>{t('photo.help')}</p>
      <p role="status">
        {progress
          ? t('photo.reading', { done: progress.done, of: progress.of })
          : added === null || (added === 0 && isExplained)
            ? null
            : t('photo.added', { count: added })}
      </p>
      {photos.unreadable.length > 0 ? (
        <p role="alert">{t('photo.unreadable', { names: names(photos.unreadable) })}</p>
      ) : null}
      {photos.tooLarge.length > 0 ? (
        <p role="alert">
          {t('photo.tooLarge', { names: names(photos.tooLarge), most: MOST_PHOTO_BYTES / 1_000_000 })}
        </p>
      ) : null}
      {photos.leftOut > 0 ? (
        <p role="alert">{t('photo.leftOut', { count: photos.leftOut, most: MOST_PHOTOS })}</p>
      ) : null}
      {placeless.length > 0 ? (
        <div role="group" aria-label={t('photo.placelessTitle', { count: placeless.length })}>
          <p role="alert">
            {t('photo.placeless', {
              count: placeless.length,
              names: names(placeless.map(({ name }) => name)),
            })}
          </p>
          <div className={classes['actions']}>
            <button type="button" disabled={!reading || isDisabled} onClick={() => placing.take('place')}>
              {t('photo.placeHere')}
            </button>
            <button type="button" onClick={photos.forgetPlaceless}>
              {t('photo.leaveOut')}
            </button>
          </div>
          {placing.waiting ? (
            <WaitForPosition onTakeOld={() => placing.takeOld('place')} onCancel={placing.cancel} />
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
