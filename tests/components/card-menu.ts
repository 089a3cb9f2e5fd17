import { screen, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'

/** Presses an action in the menu of a map's card. */
export async function pressCardAction(hands: UserEvent, title: string, name: string): Promise<void> {
  const card = within(await screen.findByRole('article', { name: title }))
  await hands.click(await card.findByRole('button', { name: `Actions for ${title}` }))
  await hands.click(await screen.findByRole('menuitem', { name }))
}
