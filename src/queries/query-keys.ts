/** Keys of the cached answers that several folders read or refresh. A key stands for every key that begins with it. */
export const queryKeys = {
  /** Every list of maps. */
  maps: ['maps'],
  personalMaps: ['maps', 'personal'],
  trashedMaps: ['maps', 'trash'],
  /** Lists of the map viewer, in pages. */
  foundMaps: ['maps', 'found'],
  /** Of them, those of catalogs. */
  catalogLists: ['maps', 'found', 'catalog'],
  /** Of them, those of favourites. */
  favoriteLists: ['maps', 'found', 'favorite'],
  /** Every map's record with its control points. */
  records: ['map'],
  record: (id: string) => ['map', id] as const,
  /** What is said about every map. */
  discussions: ['discussion'],
  discussion: (mapId: string) => ['discussion', mapId] as const,
  /** What the user follows. */
  follows: ['follows'],
  catalogs: ['catalogs'],
  /** Every catalog that is opened, with its maps. */
  catalogMaps: ['catalogs', 'maps'],
  /** The catalogs that hold a map, for every map. */
  catalogsOfMaps: ['catalogs-of-map'],
  catalogsOfMap: (id: string) => ['catalogs-of-map', id] as const,
  /** The badges of the sidebar. */
  counts: ['navigation-counts'],
  /** The list of notifications and the number of unread ones. */
  notifications: ['notifications'],
  config: ['config'],
} as const
