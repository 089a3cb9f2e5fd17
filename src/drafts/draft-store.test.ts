import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { describe, expect, it } from 'vitest'
import { deleteDraft, loadDraft, saveDraft } from './draft-store.ts'
import { acceptPoints, addPoint, EMPTY_DOCUMENT, setNote } from './editor-document.ts'

const document = acceptPoints(setNote(addPoint(EMPTY_DOCUMENT, 'a', [1.25, 2], [3, 4.5]), 'a', 'bridge'), [
  { id: 'b', image: [7, 8], map: [9, 10], proposed: { read: 'BASEL', name: 'Basel' } },
])
const whole = { baseVersion: 2, follows: 17, isKept: true, sent: document }

describe('drafts in this browser', () => {
  it('come back as they were saved, one for each user and map', async () => {
    await saveDraft({ userId: 'u', mapId: 'm', savedAt: 1, document: EMPTY_DOCUMENT, ...whole })
    await saveDraft({ userId: 'u', mapId: 'm', savedAt: 2, document, ...whole })
    await saveDraft({ userId: 'v', mapId: 'm', savedAt: 3, document: EMPTY_DOCUMENT, ...whole })
    expect(await loadDraft('u', 'm')).toEqual({ userId: 'u', mapId: 'm', savedAt: 2, document, ...whole })
    expect((await loadDraft('v', 'm'))?.savedAt).toBe(3)
    expect(await loadDraft('u', 'other')).toBeUndefined()
  })

  it('come back from before they lay on the server too', async () => {
    const database = await openDB('palimpsest-editor', 1)
    await database.put('drafts', { userId: 'u', mapId: 'old', savedAt: 1, document })
    database.close()
    expect(await loadDraft('u', 'old')).toMatchObject({
      baseVersion: null,
      follows: null,
      isKept: false,
      sent: null,
    })
  })

  it('are gone when deleted', async () => {
    await saveDraft({ userId: 'u', mapId: 'gone', savedAt: 1, document, ...whole })
    await deleteDraft('u', 'gone')
    expect(await loadDraft('u', 'gone')).toBeUndefined()
  })

  it('make room for whoever deletes the database, and are kept in a new one', async () => {
    await saveDraft({ userId: 'u', mapId: 'm', savedAt: 1, document, ...whole })
    await deleteDB('palimpsest-editor')
    expect(await loadDraft('u', 'm')).toBeUndefined()
    await saveDraft({ userId: 'u', mapId: 'm', savedAt: 2, document, ...whole })
    expect((await loadDraft('u', 'm'))?.savedAt).toBe(2)
  })

  it('are ignored when they are damaged', async () => {
    const database = await openDB('palimpsest-editor', 1)
    await database.put('drafts', { userId: 'u', mapId: 'bad', savedAt: 'yesterday', document: {} })
    database.close()
    expect(await loadDraft('u', 'bad')).toBeUndefined()
  })
})
