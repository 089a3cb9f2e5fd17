import type { Locator } from 'playwright-core'

/** The button of the menu on the card of a map or of a catalog. */
const MENU = /^(Actions for|Veiksmai|Katalogo .* veiksmai$)/

/** Opens the menu of a card. @returns an action in it */
export async function cardAction(card: Locator, name: string | RegExp): Promise<Locator> {
  await card.getByRole('button', { name: MENU }).click()
  return card.page().getByRole('menuitem', { name })
}

/** Presses an action in the menu of a card. */
export async function pressCardAction(card: Locator, name: string | RegExp): Promise<void> {
  await (await cardAction(card, name)).click()
}
