import type { TFunction } from 'i18next'

/** Stands for the file of an address that names no map. */
export const FILE_ID = '\u0000file'

interface NamedMap {
  readonly id: string
  readonly title: string | null
}

/** What a shown map is called: by its title, as soon as anything tells it. */
export const shownName = (t: TFunction<'viewer'>, { id, title }: NamedMap): string =>
  title ?? t(id === FILE_ID ? 'page.shown.untitled' : 'page.shown.unknown')
