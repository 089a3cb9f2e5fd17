import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import {
  deleteNotification,
  markAllRead,
  markRead,
  notifications,
  unreadCount,
} from '../../contract/api/notifications.ts'
import { bareRefusal, type FakeApi } from '../../tests/components/fake-api.ts'
import { openApp } from '../../tests/components/app.ts'
import { announcement, ONA } from '../../tests/components/samples.ts'
import { takeConsoleErrors } from '../../tests/components/setup.ts'

const DONE = { status: 'success' } as const
const list = () => screen.findByRole('dialog', { name: /^Notifications/ })

function answerWith(server: FakeApi, all: readonly ReturnType<typeof announcement>[]): void {
  server.answer(notifications, {
    notifications: [...all],
    total: all.length,
    page: 1,
    limit: 20,
    unreadCount: all.length,
  })
  server.answer(markAllRead, { status: 'success', updated: all.length })
  server.answer(unreadCount, { unreadCount: all.length })
}

describe('a notification', () => {
  it('is read by pressing it, and leads to what it tells of unless nothing is to be done', async () => {
    const actionUrl = '/settings/team'
    const { api, hands } = await openApp(
      '/main',
      (server) => {
        answerWith(server, [
          announcement('To know', { actionUrl }),
          announcement('To do', { actionUrl, actionRequired: true }),
        ])
        server.answer(markRead, DONE)
      },
      { user: ONA },
    )
    await hands.click(await screen.findByRole('button', { name: /^Notifications/ }))
    for (const [title, path] of [
      ['To know', '/main'],
      ['To do', actionUrl],
    ] as const) {
      await hands.click(await within(await list()).findByText(title))
      await waitFor(() => expect(api.sent(markRead).at(-1)?.params.id).toBe(title))
      await waitFor(() => expect(location.pathname).toBe(path))
    }
  })

  it('is logged when it cannot be fetched, read or deleted, and nothing pops up', async () => {
    const { api, hands } = await openApp(
      '/main',
      (server) => {
        answerWith(server, [announcement('Stays')])
        server.answer(notifications, bareRefusal(500))
        server.answer(markRead, bareRefusal(500))
        server.answer(deleteNotification, bareRefusal(500))
      },
      { user: ONA },
    )
    await hands.click(await screen.findByRole('button', { name: 'Notifications: 1 unread' }))
    await within(await list()).findByText('The notifications could not be loaded')
    answerWith(api, [announcement('Stays')])
    await hands.click(within(await list()).getByRole('button', { name: 'Try again' }))
    await within(await list()).findByText('Stays')
    takeConsoleErrors()
    await hands.click(within(await list()).getByRole('button', { name: 'Delete the notification “Stays”' }))
    await api.idle()
    expect(api.sent(deleteNotification)).toHaveLength(1)
    expect(takeConsoleErrors().map(String)).toEqual(['ApiError: Something went wrong on the server'])
    within(await list()).getByText('Stays')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(
      screen.getAllByRole('status').map(() => ''),
    )
  })

  it('words a take-down in the language of the page, with its reason or the operator’s own words', async () => {
    const facts = { mapId: 'id', mapTitle: 'Vilnius' }
    const { hands } = await openApp(
      '/main',
      (server) =>
        answerWith(server, [
          announcement('a', { type: 'map_taken_down', data: { ...facts, takenDownFor: 'copyright' } }),
          announcement('b', {
            type: 'comment_taken_down',
            data: { ...facts, note: 'Kauno archyvo prašymu.' },
          }),
        ]),
      { user: ONA, language: 'lt' },
    )
    await hands.click(await screen.findByRole('button', { name: /^Pranešimai/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Pranešimai/ }))
    await dialog.findByText('Jūsų žemėlapis paslėptas')
    for (const more of dialog.queryAllByRole('button', { name: 'Rodyti daugiau' })) await hands.click(more)
    dialog.getByText(/paslėpė „Vilnius“.* Pažeidžiamos kitų teisės\.$/)
    const comment = dialog.queryByText(/komentarą apie „Vilnius“/)
    expect(comment?.textContent).toMatch(/^Serverio administratorius .* Kauno archyvo prašymu\.$/)
  })
})
