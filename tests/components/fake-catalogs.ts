import { catalogMaps, type CatalogMap, orderCatalog } from '../../contract/api/catalog-maps.ts'
import {
  type Catalog,
  catalogs,
  catalogShares,
  createCatalog,
  deleteCatalog,
  leaveCatalog,
  renameCatalog,
  shareCatalog,
  unshareCatalog,
} from '../../contract/api/catalogs.ts'
import type { ReplyOf } from '../../contract/api/define-call.ts'
import { changeCatalogMaps } from '../../contract/api/catalog-maps.ts'
import { batchFavorites, catalogsOfMap } from '../../contract/api/interactions.ts'
import { type FakeApi, refusal } from './fake-api.ts'
import { NOW } from './samples.ts'

type Shares = ReplyOf<typeof catalogShares>

export interface KeptCatalog {
  readonly catalog: Catalog
  /** In the catalog's own order. */
  readonly maps: readonly CatalogMap[]
  readonly shares: Shares
}

/** A catalog of the reader's own. The title is its id. */
export function catalogOf(
  title: string,
  maps: readonly CatalogMap[] = [],
  changes: Partial<Catalog> = {},
  shares: Shares = { users: [], link: null },
): KeptCatalog {
  const id = title.toLowerCase().replaceAll(' ', '-')
  const sharing = { users: shares.users.length, hasLink: shares.link !== null }
  const catalog = {
    id,
    _id: id,
    title,
    createdAt: NOW,
    mapCount: 0,
    maps: [],
    pictures: [],
    transformedMaps: [],
    isOwner: true,
    canEdit: true,
    ...(changes.isOwner === false ? {} : { sharing }),
    ...changes,
  }
  return { catalog, maps, shares }
}

/** The catalog as lists name it. */
const listed = ({ catalog, maps, shares }: KeptCatalog): Catalog => ({
  ...catalog,
  mapCount: maps.length,
  maps: maps.map(({ id }) => id),
  pictures: maps.slice(0, 4).map((map) => ({
    id: map.id,
    basePath: 'hidden' in map ? null : map.basePath,
    hidden: 'hidden' in map,
  })),
  ...(catalog.isOwner ? { sharing: { users: shares.users.length, hasLink: shares.link !== null } } : {}),
})

const GONE = refusal(404, 'errors.notFound')
const DONE = { status: 'success' } as const

/** The catalogs that a user sees, as the server keeps them: what is changed stays so. */
export class FakeCatalogs {
  all: readonly KeptCatalog[]
  private readonly known: readonly CatalogMap[]

  /** @param known maps that can be put into catalogs */
  constructor(api: FakeApi, known: readonly CatalogMap[], ...all: readonly KeptCatalog[]) {
    this.all = all
    this.known = known
    const found = <Reply>(id: string, answer: (kept: KeptCatalog) => Reply) => {
      const kept = this.all.find(({ catalog }) => catalog.id === id)
      return kept ? answer(kept) : GONE
    }
    api.answer(catalogs, () => ({ catalogs: this.all.map(listed) }))
    api.answer(catalogMaps, ({ params }) =>
      found(params.id, (kept) => ({ catalog: listed(kept), maps: [...kept.maps], nextCursor: null })),
    )
    api.answer(createCatalog, ({ body }) => {
      const kept = catalogOf(body.title)
      this.all = [...this.all, kept]
      return listed(kept)
    })
    api.answer(renameCatalog, ({ params, body }) =>
      found(params.id, () => listed(this.change(params.id, (kept) => withTitle(kept, body.title)))),
    )
    api.answer(deleteCatalog, ({ params }) => found(params.id, () => this.forget(params.id)))
    api.answer(leaveCatalog, ({ params }) => found(params.id, () => this.forget(params.id)))
    api.answer(orderCatalog, ({ params, body }) =>
      found(params.id, () => {
        this.change(params.id, (kept) => ({ ...kept, maps: inOrder(kept.maps, body.maps) }))
        return DONE
      }),
    )
    api.answer(catalogShares, ({ params }) => found(params.id, ({ shares }) => shares))
    api.answer(shareCatalog, ({ params, body }) =>
      found(params.id, () => {
        const { shares } = this.change(params.id, (kept) => withShare(kept, body ?? {}))
        const link = body?.username === undefined ? shares.link : null
        return { ...DONE, token: link?.token ?? null, url: link?.url ?? null }
      }),
    )
    api.answer(unshareCatalog, ({ params, body }) =>
      found(params.id, () => {
        this.change(params.id, (kept) => withoutShare(kept, body?.username))
        return DONE
      }),
    )
    api.answer(catalogsOfMap, ({ params }) => ({
      catalogs: this.all
        .filter(({ catalog, maps }) => catalog.canEdit && maps.some(({ id }) => id === params.mapId))
        .map(({ catalog: { id, title } }) => ({ id, _id: id, title })),
    }))
    this.answerFavorites(api)
  }

  /** Answers what puts maps into catalogs and takes them out. */
  answerFavorites(api: FakeApi): void {
    const { known } = this
    api.answer(changeCatalogMaps, ({ body }) => {
      const idsOf = (catalogId: string) => new Set(this.orderOf(catalogId))
      const added = body.add.map(({ catalogId, maps }) => {
        const there = idsOf(catalogId)
        const fresh = known.filter(({ id }) => maps.includes(id) && !there.has(id))
        this.change(catalogId, (kept) => ({ ...kept, maps: [...kept.maps, ...fresh] }))
        return { catalogId, maps: fresh.map(({ id }) => id) }
      })
      for (const { catalogId, maps } of body.remove)
        this.change(catalogId, (kept) => ({
          ...kept,
          maps: kept.maps.filter(({ id }) => !maps.includes(id)),
        }))
      return { added: added.filter(({ maps }) => maps.length > 0), removed: body.remove, missing: [] }
    })
    api.answer(batchFavorites, ({ params: { mapId }, body }) => {
      const map = known.find(({ id }) => id === mapId)
      for (const id of body.removeCatalogs)
        this.change(id, (kept) => ({ ...kept, maps: kept.maps.filter((one) => one.id !== mapId) }))
      for (const id of body.addCatalogs)
        if (map) this.change(id, (kept) => ({ ...kept, maps: [...kept.maps, map] }))
      const favoritesCount = this.all.filter(({ maps }) => maps.some(({ id }) => id === mapId)).length
      return { isFavorited: favoritesCount > 0, favoritesCount }
    })
  }

  /** Titles of all catalogs. */
  get titles(): string[] {
    return this.all.map(({ catalog }) => catalog.title)
  }

  /** Ids of the maps of a catalog. */
  orderOf(id: string): string[] {
    return this.all.find(({ catalog }) => catalog.id === id)?.maps.map((map) => map.id) ?? []
  }

  change(id: string, change: (kept: KeptCatalog) => KeptCatalog): KeptCatalog {
    const kept = this.all.find(({ catalog }) => catalog.id === id)
    if (!kept) throw new Error(`there is no catalog ${id}`)
    const changed = change(kept)
    this.all = this.all.map((one) => (one === kept ? changed : one))
    return changed
  }

  /** Takes a catalog away: it was deleted, left, or is no longer shared. */
  forget(id: string): typeof DONE {
    this.all = this.all.filter(({ catalog }) => catalog.id !== id)
    return DONE
  }
}

export const withTitle = (kept: KeptCatalog, title: string): KeptCatalog => ({
  ...kept,
  catalog: { ...kept.catalog, title },
})

export const inOrder = (maps: readonly CatalogMap[], ids: readonly string[]): CatalogMap[] =>
  ids.flatMap((id) => maps.find((map) => map.id === id) ?? [])

function withShare(
  kept: KeptCatalog,
  { username, mayEdit }: { username?: string | undefined; mayEdit?: boolean | undefined },
): KeptCatalog {
  const { users, link } = kept.shares
  if (username === undefined) {
    const made = { token: 'link-token', url: '/c/link-token' }
    return { ...kept, shares: { users, link: link ?? made } }
  }
  const last = users.find((user) => user.username === username)
  const share = { username, sharedAt: NOW, mayEdit: mayEdit ?? last?.mayEdit ?? false }
  const others = users.filter((user) => user !== last)
  return { ...kept, shares: { users: [...others, share], link } }
}

function withoutShare(kept: KeptCatalog, username: string | undefined): KeptCatalog {
  const { users, link } = kept.shares
  return username === undefined
    ? { ...kept, shares: { users, link: null } }
    : { ...kept, shares: { users: users.filter((user) => user.username !== username), link } }
}
