import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { addComment, mapComments, type MapComment } from '../../../contract/api/discussion.ts'
import { getMap } from '../../../contract/api/maps.ts'
import { openApp, type App, untilGone } from '../../../tests/components/app.ts'
import { pressCardAction } from '../../../tests/components/card-menu.ts'
import { refusal, type FakeApi } from '../../../tests/components/fake-api.ts'
import { FakeLibrary, mapOf } from '../../../tests/components/fake-library.ts'
import { NOW, ONA } from '../../../tests/components/samples.ts'

/** Comments of a page, and of the whole discussion, before another is asked for. */
const PAGE = 20

const comment = (n: number, text: string): MapComment => ({
  id: `comment-${n}`,
  text,
  at: new Date(Date.parse(NOW) + n * 60_000).toISOString(),
  editedAt: null,
  username: ONA.username,
  point: null,
  isOfOwner: true,
  isOwn: true,
})

/** A discussion that is added to: one sent again with its key is not added twice. @returns what was said */
function answerDiscussion(api: FakeApi, ...texts: readonly string[]): MapComment[] {
  const said = texts.map((text, at) => comment(at + 1, text))
  const keys = new Map<string, MapComment>()
  api.answer(mapComments, ({ query }) => {
    // A page is named by the moment and the id of its first comment.
    const end = query.before === undefined ? said.length : Number(query.before.split('.')[0])
    const start = Math.max(0, end - PAGE)
    const older = start === 0 ? null : `${start}.00000000-0000-0000-0000-000000000000`
    return { comments: said.slice(start, end), total: said.length, older }
  })
  api.answer(addComment, ({ body }) => {
    const known = keys.get(body.sendKey ?? '')
    if (known) return known
    const added = comment(said.length + 1, body.text)
    said.push(added)
    if (body.sendKey !== undefined) keys.set(body.sendKey, added)
    return added
  })
  return said
}

/** The details of a map of the reader's own. */
async function openDetails(...texts: readonly string[]): Promise<App & { readonly said: MapComment[] }> {
  let said: MapComment[] = []
  const app = await openApp(
    '/main',
    (api) => {
      new FakeLibrary(api, mapOf('Plan'))
      said = answerDiscussion(api, ...texts)
    },
    { user: ONA },
  )
  await pressCardAction(app.hands, 'Plan', 'View details')
  await app.hands.click(await screen.findByRole('button', { name: /^(Discuss this map|Discussion:)/ }))
  await discussion()
  return { ...app, said }
}

const discussion = () => screen.findByRole('region', { name: /^Discussion/ })
const comments = () => within(screen.getByRole('log')).queryAllByRole('listitem')
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your comment')
const sendButton = () => screen.getByRole('button', { name: 'Send' })
const TEXT_IS_HERE = /Your text is kept here: press the button again/

it('keeps what was typed over closing, reloading and a failed sending, and sends it once', async () => {
  const { api, hands, fill, load, said } = await openDetails()
  const text = 'Two points are missing in the north'
  await fill(await field(), text)
  await hands.keyboard('{Escape}')
  await untilGone(() => screen.queryByRole('dialog'))
  await load('/main?discussion=plan')
  await waitFor(async () => expect((await field()).value).toBe(text))

  // It arrives, and the answer is lost.
  const stopLosing = api.loseAnswers(addComment)
  await hands.click(sendButton())
  await screen.findByText(TEXT_IS_HERE)
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  stopLosing()
  await load('/main?discussion=plan')
  await waitFor(async () => expect((await field()).value).toBe(text))
  await hands.click(sendButton())
  await waitFor(async () => expect((await field()).value).toBe(''))
  const sent = api.sent(addComment).map(({ body }) => body)
  expect(sent.map((one) => one.text)).toEqual([text, text])
  expect(new Set(sent.map(({ sendKey }) => sendKey)).size).toBe(1)
  expect(said.map((one) => one.text)).toEqual([text])

  // A change under way is kept as well, and nothing is once one has signed out.
  await hands.click(await screen.findByRole('button', { name: /^Edit your comment/ }))
  const change = () => screen.findByLabelText<HTMLTextAreaElement>('Change your comment')
  await fill(await change(), 'Three points are missing')
  await fill(await field(), 'And')
  await load('/main?discussion=plan')
  await waitFor(async () => expect((await change()).value).toBe('Three points are missing'))
  await hands.keyboard('{Escape}')
  await untilGone(() => screen.queryByRole('dialog'))
  const logOut = async () => {
    await hands.click(screen.getByRole('button', { name: /^User menu/ }))
    await hands.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    return within(await screen.findByRole('dialog', { name: 'Log out and lose what is not saved?' }))
  }
  await hands.click((await logOut()).getByRole('button', { name: 'Cancel' }))
  await untilGone(() => screen.queryByRole('dialog'))
  await hands.click((await logOut()).getByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(Object.keys(localStorage).filter((key) => key.startsWith('unsent'))).toEqual([])
})

it('says at once that there is no line, keeps the text, and gives the focus back when a change is given up', async () => {
  const { api, hands, fill } = await openDetails()
  await fill(await field(), 'South of the river it is off')
  api.isReachable = false
  await hands.click(sendButton())
  await screen.findByText(TEXT_IS_HERE)
  api.isReachable = true
  await hands.click(sendButton())
  await waitFor(async () => expect((await field()).value).toBe(''))
  const edit = () => screen.findByRole('button', { name: /^Edit your comment/ })
  ;(await edit()).focus()
  await hands.keyboard('{Enter}')
  within(comments()[0]!).getByRole('button', { name: 'Cancel' }).focus()
  await hands.keyboard('{Enter}')
  await waitFor(async () => expect(document.activeElement).toBe(await edit()))
})

it('says what is wrong with a text, and cuts nothing off', async () => {
  const { api, hands, fill } = await openDetails()
  await hands.click(sendButton())
  await screen.findByText('Write something first.')
  await fill(await field(), 'ą'.repeat(2003))
  await screen.findByText('3 characters too many')
  await hands.click(sendButton())
  await api.idle()
  expect((await field()).value).toHaveLength(2003)
  expect(api.sent(addComment)).toEqual([])
  await fill(await field(), 'ą'.repeat(1999))
  await screen.findByText('1 character left')
})

it('shows the last few comments, and earlier ones when they are asked for', async () => {
  const { hands } = await openDetails(...Array.from({ length: 27 }, (_, at) => `No. ${at + 1}`))
  await waitFor(() => expect(comments()).toHaveLength(5))
  await screen.findByText('Discussion: 27 comments')
  await hands.click(screen.getByRole('button', { name: 'Show 22 earlier comments' }))
  await waitFor(() => expect(comments()).toHaveLength(20))
  await hands.click(screen.getByRole('button', { name: 'Show 7 earlier comments' }))
  await waitFor(() => expect(comments()).toHaveLength(27))
  within(comments()[0]!).getByText('No. 1')
})

it('says that a map is not open to the reader any more', async () => {
  const gone = refusal(404, 'errors.notFound')
  const { hands } = await openApp(
    '/main?discussion=was-public',
    (api) => {
      api.answer(getMap, gone)
      api.answer(mapComments, gone)
    },
    { user: ONA },
  )
  const details = within(await screen.findByRole('dialog'))
  await details.findByText('This map is not open to you')
  await hands.keyboard('{Escape}')
  await untilGone(() => screen.queryByRole('dialog'))
})
