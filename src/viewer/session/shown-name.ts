import type { TFunction } from 'i18next'
import type { ShownMap } from './use-shown-maps.ts'

/** Stands for the file of an address that names no map. */
export const FILE_ID = '\u0000file'

/** What a shown map is called: by its title, as soon as anything tells it. */
export const shownName = (t: TFunction<'viewer'>, { id, title }: Pick<ShownMap, 'id' | 'title'>): string =>
  title ?? t(id === FILE_ID ? 'page.shown.untitled' : 'page.shown.unknown')
