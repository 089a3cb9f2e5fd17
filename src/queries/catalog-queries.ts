import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  catalogs,
  catalogShares,
  createCatalog,
  deleteCatalog,
  leaveCatalog,
  renameCatalog,
  shareCatalog,
  unshareCatalog,
  type Catalog,
} from '../../contract/api/catalogs.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** The catalogs of the signed-in user, and those shared with them. */
export function useCatalogs() {
  return useQuery({
    queryKey: queryKeys.catalogs,
    queryFn: async ({ signal }) => (await callApi(catalogs, {}, { signal })).catalogs,
    staleTime: 60_000,
  })
}

/** What is kept of catalogs is old once one has changed. */
function useCatalogChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.catalogs }),
  })
}

export const useCreateCatalog = () =>
  useCatalogChange((title: string) => callApi(createCatalog, { body: { title } }))

export const useRenameCatalog = ({ id }: Catalog) =>
  useCatalogChange((title: string) => callApi(renameCatalog, { params: { id }, body: { title } }))

export const useShareCatalog = ({ id }: Catalog, mayEdit: boolean) =>
  useCatalogChange((username: string) =>
    callApi(shareCatalog, { params: { id }, body: { username, mayEdit } }),
  )

/** Changes what someone with whom a catalog is shared may do with it. */
export const useChangeShare = ({ id }: Catalog) =>
  useCatalogChange((change: { readonly username: string; readonly mayEdit: boolean }) =>
    callApi(shareCatalog, { params: { id }, body: change }),
  )

/** Who may see a catalog besides those it is shared with by name. */
export type CatalogAudience = 'owner' | 'link'

/** Makes the unlisted link, or ends it. */
export function useCatalogLink({ id }: Catalog) {
  const queries = useQueryClient()
  return useMutation({
    // One after another, in the order in which they were made.
    scope: { id: `link of catalog ${id}` },
    mutationFn: async (audience: CatalogAudience) => {
      const input = { params: { id }, body: null }
      await (audience === 'link' ? callApi(shareCatalog, input) : callApi(unshareCatalog, input))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.catalogs }),
  })
}

/** With whom an own catalog is shared. */
export function useCatalogShares({ id }: Catalog) {
  return useQuery({
    queryKey: [...queryKeys.catalogs, id, 'shares'],
    queryFn: ({ signal }) => callApi(catalogShares, { params: { id } }, { signal }),
  })
}

/** Ends the share with a user. */
export const useUnshareCatalog = ({ id }: Catalog) =>
  useCatalogChange((username: string) => callApi(unshareCatalog, { params: { id }, body: { username } }))

export const useLeaveCatalog = ({ id }: Catalog) =>
  useCatalogChange(() => callApi(leaveCatalog, { params: { id } }))

/** Deletes a catalog; its maps stay, but may no longer be favourites. */
export function useDeleteCatalog({ id }: Catalog) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(deleteCatalog, { params: { id } }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.catalogs }),
        queries.invalidateQueries({ queryKey: queryKeys.maps }),
      ]),
  })
}
