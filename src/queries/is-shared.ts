import type { Catalog } from '../../contract/api/catalogs.ts'

/** Whether anyone beside the reader sees a catalog: somebody by name, or everyone who has its link. */
export const isShared = ({ sharedBy, sharing }: Pick<Catalog, 'sharedBy' | 'sharing'>): boolean =>
  sharedBy !== undefined || (sharing !== undefined && (sharing.users > 0 || sharing.hasLink))
