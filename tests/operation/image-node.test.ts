/** The built server on the Node that the image holds, which is a later one than the tests run on. */
import { readFileSync, readlinkSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { login } from '../../contract/api/auth.ts'
import { getMap } from '../../contract/api/maps.ts'
import { transformMap } from '../../contract/api/transform.ts'
import { callApi, fetchFile, newUser, untilReady, upload } from '../support/api.ts'
import { IMAGE_NODE, imageNode } from '../support/image-node.ts'
import { itNeeding, NODE_OF_IMAGE } from '../support/needs.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { startServer } from '../support/server.ts'

it('is of the version that the image is made from', () => {
  const dockerfile = readFileSync(fileURLToPath(new URL('../../Dockerfile', import.meta.url)), 'utf8')
  const majors = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major)
  expect(new Set(majors)).toEqual(new Set([IMAGE_NODE.split('.')[0]]))
})

itNeeding(
  NODE_OF_IMAGE,
  'signs up, converts a scan, publishes it and ends when it is told to, on the Node of the image',
  async () => {
    const node = imageNode()!
    const server = await startServer({ node })
    const { pid } = server
    try {
      if (process.platform === 'linux') expect(readlinkSync(`/proc/${pid}/exe`)).toBe(node)
      const user = await newUser(server.url)
      const { token } = await callApi({ url: server.url }, login, {
        body: { email: user.email, password: user.password },
      })
      const owner = { ...user, token }
      const id = await upload(owner, await drawnScan(600, 400), { title: 'A map' })
      const { files } = await untilReady(owner, id)
      expect((await fetchFile(owner, files.convertedFilePath!)).status).toBe(200)
      await callApi(owner, transformMap, { params: { id }, body: exactPoints(600, 400) })
      expect((await callApi(owner, getMap, { params: { id } })).isTransformed).toBe(true)
    } finally {
      expect(await server.stop()).toBe(0)
    }
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  },
)
