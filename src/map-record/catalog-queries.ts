import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  catalogs,
  createCatalog,
  deleteCatalog,
  renameCatalog,
  shareCatalog,
  type Catalog,
} from '../../contract/api/catalogs.ts'
import { callApi } from '../api/call-api.ts'

const KEY = ['catalogs'] as const

/** The catalogs of the signed-in user, and those shared with them. */
export function useCatalogs() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi(catalogs, {}, { signal })).catalogs,
    staleTime: 60_000,
  })
}

/** What is kept of catalogs is old once one has changed. */
function useCatalogChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

export const useCreateCatalog = () =>
  useCatalogChange((title: string) => callApi(createCatalog, { body: { title } }))

export const useRenameCatalog = ({ id }: Catalog) =>
  useCatalogChange((title: string) => callApi(renameCatalog, { params: { id }, body: { title } }))

export const useShareCatalog = ({ id }: Catalog) =>
  useCatalogChange((username: string) => callApi(shareCatalog, { params: { id }, body: { username } }))

/** Deletes a catalog; its maps stay, but may no longer be favourites. */
export function useDeleteCatalog({ id }: Catalog) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(deleteCatalog, { params: { id } }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: KEY }),
        queries.invalidateQueries({ queryKey: ['maps'] }),
      ]),
  })
}
