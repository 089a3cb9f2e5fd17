import { mapVersion, mapVersions } from '../../contract/api/transform.ts'
import { callApi } from '../api/call-api.ts'
import { type EditorDocument, sameContent } from './editor-document.ts'
import { documentOfTransformation } from './map-record-document.ts'

/**
 * Whether work was published right after it was kept: by a page that was left before it heard of it, so that the draft
 * stands still, and seems to be unpublished once another overlay is the current one. What was kept later, and says the
 * same as an overlay of before, is work. False where the overlays cannot be asked for.
 *
 * @param savedAt milliseconds since 1970, by the server's clock
 */
export async function isPublishedSince(
  mapId: string,
  { document, savedAt }: { readonly document: EditorDocument; readonly savedAt: number },
): Promise<boolean> {
  try {
    const { versions } = await callApi(mapVersions, { params: { id: mapId } })
    const [next] = versions
      .filter(({ createdAt }) => Date.parse(createdAt) >= savedAt)
      .toSorted((a, b) => a.n - b.n)
    if (!next) return false
    const { transformation } = await callApi(mapVersion, { params: { id: mapId, n: next.n } })
    return sameContent(documentOfTransformation(transformation), document)
  } catch {
    return false
  }
}
