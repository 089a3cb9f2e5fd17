/** Addresses of what other programs read of an instance. */
export interface InteropAddresses {
  /** The image service of a map, which is its identity as well. */
  image(mapId: string): string
  annotation(mapId: string): string
  /** The annotations as a page, as manifests refer to them. */
  annotationPage(mapId: string): string
  manifest(mapId: string): string
  /** The words on the scan as a page of annotations, and the search among them. */
  words(mapId: string): string
  wordSearch(mapId: string): string
  canvas(mapId: string): string
  /** The page of a public map. */
  page(mapId: string): string
  /** A file by its path relative to `/api/`. */
  file(path: string): string
  catalogManifest(catalogId: string): string
  catalogPage(catalogId: string): string
}

/** @param origin of the instance as the caller reaches it, without a slash at its end */
export function interopAddresses(origin: string): InteropAddresses {
  const api = `${origin}/api`
  const image = (mapId: string) => `${api}/iiif/${mapId}`
  return {
    image,
    annotation: (mapId) => `${api}/map/${mapId}/annotation.json`,
    annotationPage: (mapId) => `${image(mapId)}/annotations.json`,
    manifest: (mapId) => `${image(mapId)}/manifest.json`,
    words: (mapId) => `${image(mapId)}/words.json`,
    wordSearch: (mapId) => `${image(mapId)}/search`,
    canvas: (mapId) => `${image(mapId)}/canvas`,
    page: (mapId) => `${origin}/m/${mapId}`,
    file: (path) => `${api}/${path}`,
    catalogManifest: (catalogId) => `${api}/catalogs/${catalogId}/manifest.json`,
    catalogPage: (catalogId) => `${origin}/catalogs?catalogId=${catalogId}`,
  }
}
