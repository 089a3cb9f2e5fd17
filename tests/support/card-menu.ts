import type { Locator } from 'playwright-core'

/** Opens the menu of a map's card. @returns an action in it */
export async function cardAction(card: Locator, name: string | RegExp): Promise<Locator> {
  await card.getByRole('button', { name: /^(Actions for|Veiksmai)/ }).click()
  return card.page().getByRole('menuitem', { name })
}

/** Presses an action in the menu of a map's card. */
export async function pressCardAction(card: Locator, name: string | RegExp): Promise<void> {
  await (await cardAction(card, name)).click()
}
