import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '../../contract/api/notifications.ts'
import { callApi, newUser } from '../support/api.ts'
import { callProgram } from '../support/call-program.ts'
import { openLiveStream } from '../support/live-stream.ts'
import { runProgram } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('an announcement of the operator’s', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => server?.stop())
  const env = () => ({ DATA_DIR: server.dataFolder })

  it('reaches every user, in the list and live, beside a running server', async () => {
    const users = [await newUser(server.url), await newUser(server.url)]
    const stream = await openLiveStream(server.url, users[0]!.token)
    await stream.next('connected')
    const program = await runProgram(
      'announce',
      ['Priežiūra', 'Sekmadienį 20–21 val. neveiksime.', '--url', '/public-maps'],
      env(),
    )
    expect(program).toEqual({ code: 0, stdout: 'Told 2 users.\n', stderr: '' })
    const event = await stream.next('notification')
    expect(event).toMatchObject({
      type: 'system_announcement',
      title: 'Priežiūra',
      message: 'Sekmadienį 20–21 val. neveiksime.',
      actionUrl: '/public-maps',
      sender: null,
    })
    stream.close()
    for (const user of users) {
      const page = await callApi(user, notifications, { query: { type: 'system_announcement' } })
      expect(page.notifications.map(({ title }) => title)).toEqual(['Priežiūra'])
    }
  })

  it('is refused without a message, when too long, or leading out of the product', async () => {
    for (const args of [
      ['Only a title'],
      ['Title', ' '],
      ['Title', 'x'.repeat(1001)],
      ['Title', 'Message', '--url', '//elsewhere.example'],
      ['Title', 'Message', '--url', 'https://elsewhere.example'],
    ]) {
      const { code, stderr } = await callProgram('announce', args, env())
      expect([code, stderr.length > 0], args.join(' ')).toEqual([1, true])
    }
  })
})
