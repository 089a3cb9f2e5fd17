import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimMap } from '../../contract/api/assignments.ts'
import { addComment, mapComments } from '../../contract/api/discussion.ts'
import { mapByLink, mapSharing, shareMap } from '../../contract/api/map-sharing.ts'
import { deleteMap, getMap, restoreMap, switchPublic, updateMap } from '../../contract/api/maps.ts'
import { addMapOnScan } from '../../contract/api/scan-maps.ts'
import { notifications } from '../../contract/api/notifications.ts'
import { publicMap } from '../../contract/api/public-map.ts'
import { callApi, type NewUser, newUser, refusedApi } from '../support/api.ts'
import { callProgram } from '../support/call-program.ts'
import { addConverted } from '../support/map-templates.ts'
import { runProgram } from '../support/program.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer, type TestServer } from '../support/server.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

describe('the program that takes down', () => {
  let server: TestServer
  let owner: NewUser
  let writer: NewUser
  let id: string
  const env = () => ({ DATA_DIR: server.dataFolder })
  const takedown = (...args: string[]) => callProgram('takedown', args, env())
  const newMap = async (isPublic: boolean) =>
    addConverted(
      owner,
      await drawnScan(200, 150),
      { title: 'Map', isPublic: String(isPublic) },
      exactPoints(200, 150),
    )
  const newest = async (user: NewUser) => (await callApi(user, notifications, { query: {} })).notifications[0]
  const onMap = () => ({ params: { id } })

  beforeAll(async () => {
    server = await startServer()
    owner = await newUser(server.url, 'Owner')
    writer = await newUser(server.url, 'Writer')
  })
  afterAll(async () => server?.stop())

  it('takes down every map of a scan with the one that is named, and those that are added later', async () => {
    const named = await newMap(true)
    const another = () => callApi(owner, addMapOnScan, { params: { id: named }, body: {} })
    const publish = (mapId: string) => ({ params: { mapId }, body: { isPublic: true } })
    const { id: beside } = await another()
    await callApi(owner, switchPublic, publish(beside))
    expect((await takedown('map', named, '--reason', 'copyright')).code).toBe(0)
    const { id: later } = await another()
    for (const mapId of [named, beside, later]) {
      expect((await refusedApi(writer, getMap, { params: { id: mapId } })).status).toBe(404)
      expect((await refusedApi(owner, switchPublic, publish(mapId))).status).toBe(403)
    }
    expect((await takedown('map', named, '--undo')).code).toBe(0)
    for (const mapId of [named, beside, later]) await callApi(owner, switchPublic, publish(mapId))
  })

  it('makes a map its owner’s alone, whatever they choose, until it is undone', async () => {
    id = await newMap(true)
    const { overlay } = await callApi({ url: server.url }, publicMap, onMap())
    const program = await runProgram('takedown', ['map', id, '--reason', 'copyright'], env())
    expect(program).toEqual({ code: 0, stdout: '“Map” is taken down.\n', stderr: '' })
    expect((await refusedApi({ url: server.url }, publicMap, onMap())).status).toBe(404)
    expect((await refusedApi(writer, getMap, onMap())).status).toBe(404)
    expect((await fetch(`${server.url}/api/${overlay!.path}`)).status).toBe(404)
    expect(await newest(owner)).toMatchObject({
      type: 'map_taken_down',
      actionUrl: `/map-editor?mapId=${id}`,
      sender: null,
      data: { mapId: id, mapTitle: 'Map', takenDownFor: 'copyright' },
    })

    await callApi(owner, deleteMap, onMap())
    await callApi(owner, restoreMap, onMap())
    const refusals = [
      await refusedApi(owner, switchPublic, { params: { mapId: id }, body: null }),
      await refusedApi(owner, switchPublic, { params: { mapId: id }, body: { isPublic: true } }),
      await refusedApi(owner, updateMap, { ...onMap(), body: { isPublic: true } }),
      await refusedApi(owner, shareMap, { ...onMap(), body: { audience: 'everyone' } }),
      await refusedApi(owner, shareMap, { ...onMap(), body: { audience: 'link' } }),
    ]
    for (const { status, body } of refusals)
      expect([status, body.messageKey]).toEqual([403, 'errors.maps.takenDown'])
    await callApi(owner, shareMap, { ...onMap(), body: { audience: 'owner' } })
    await callApi(owner, updateMap, { ...onMap(), body: { title: 'Still mine' } })

    expect((await takedown('map', id, '--undo')).stdout).toBe('“Still mine” is allowed again.\n')
    expect((await newest(owner))?.type).toBe('map_allowed_again')
    expect((await callApi(owner, mapSharing, onMap())).audience).toBe('owner')
    await callApi(owner, shareMap, { ...onMap(), body: { audience: 'everyone' } })
    await callApi(writer, getMap, onMap())
  })

  it('ends the claim of whoever places it, and says who did', async () => {
    id = await addConverted(owner, await drawnScan(200, 150), { title: 'Map', isPublic: 'true' })
    await callApi(writer, claimMap, onMap())
    await takedown('map', id, '--reason', 'copyright')
    expect(await newest(writer)).toMatchObject({
      type: 'map_claim_ended',
      sender: null,
      data: { mapId: id, why: 'takenDown' },
      message:
        'The operator of this instance has taken down the map that you were working on: “Map”. Your points are saved as a draft.',
    })
  })

  it('ends the unlisted link of a private map, in the trash as well, and gives the operator’s own words', async () => {
    id = await newMap(false)
    const { link } = await callApi(owner, shareMap, { ...onMap(), body: { audience: 'link' } })
    const byLink = { params: { token: link!.token } }
    await callApi({ url: server.url }, mapByLink, byLink)
    await callApi(owner, deleteMap, onMap())
    await takedown('map', id, '--reason', 'The archive of Kaunas asks for it.')
    await callApi(owner, restoreMap, onMap())
    expect((await refusedApi({ url: server.url }, mapByLink, byLink)).status).toBe(404)
    const notice = await newest(owner)
    expect(notice).toMatchObject({ actionUrl: null, data: { note: 'The archive of Kaunas asks for it.' } })
    expect(notice?.message).toContain('The archive of Kaunas asks for it.')
  })

  it('hides a comment from everybody until it is undone, and notifies who wrote it', async () => {
    id = await newMap(true)
    const comment = { text: 'Rude words', sendKey: ABSENT }
    const { id: commentId } = await callApi(writer, addComment, { ...onMap(), body: comment })
    await callApi(owner, addComment, { ...onMap(), body: { text: 'An answer' } })
    const { stdout } = await takedown('comments', id)
    expect(stdout.split('\n')[1]).toMatch(new RegExp(`^${commentId} \\S+Z ${writer.username}: Rude words$`))

    const down = await takedown('comment', commentId, '--reason', 'offensive')
    expect(down).toEqual({
      code: 0,
      stdout: `The comment of ${writer.username} is taken down.\n`,
      stderr: '',
    })
    for (const reader of [owner, writer]) {
      const { comments, total } = await callApi(reader, mapComments, { ...onMap(), query: {} })
      expect([comments.map(({ text }) => text), total]).toEqual([['An answer'], 1])
    }
    // Sent again, as after a lost answer, it does not come back.
    await callApi(writer, addComment, { ...onMap(), body: comment })
    expect((await callApi(owner, mapComments, { ...onMap(), query: {} })).total).toBe(1)
    expect(await newest(writer)).toMatchObject({
      type: 'comment_taken_down',
      data: { mapTitle: 'Map', takenDownFor: 'offensive' },
    })
    await takedown('comment', commentId, '--undo')
    expect((await callApi(owner, mapComments, { ...onMap(), query: {} })).total).toBe(2)
    expect((await newest(writer))?.type).toBe('comment_allowed_again')
  })

  it('names what it was not given, and what is not there', async () => {
    const usage = 'Usage: npm run takedown'
    id = await newMap(true)
    expect(await runProgram('takedown', [], env())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(usage) as string,
    })
    for (const [args, stderr] of [
      [['map', id], usage],
      [['map', id, '--reason', ' '], usage],
      [['map', id, '--undo', '--reason', 'spam'], usage],
      [['user', id, '--reason', 'spam'], usage],
      [['map', id, '--reason', 'x'.repeat(1001)], 'A reason has at most 1000 characters.'],
      [['map', ABSENT, '--reason', 'spam'], `There is no map ${ABSENT}.`],
      [['map', 'no-id', '--reason', 'spam'], 'There is no map no-id.'],
      [['comment', ABSENT, '--reason', 'spam'], `There is no comment ${ABSENT}.`],
      [['map', id, '--undo'], `The map ${id} is not taken down.`],
    ] as const) {
      const program = await takedown(...args)
      expect([program.code, program.stderr.startsWith(stderr)], args.join(' ')).toEqual([1, true])
    }
    await callApi({ url: server.url }, publicMap, onMap())
  })
})
