import { BADGE_CAP } from '../../../contract/constants.ts'

/** A badge's text: `99+` above 99, none for nothing. */
export function badgeText(count: number | undefined): string | undefined {
  if (!count) return undefined
  return count > BADGE_CAP ? `${BADGE_CAP}+` : String(count)
}

interface SidebarUser {
  readonly username?: string | null
  readonly email?: string | null
}

/** Name and address on the user card: what is missing has a stand-in, and nobody signed in is a guest. */
export function userCard(
  user: SidebarUser | null,
  words: { guest: string; fallbackName: string; fallbackEmail: string },
): { name: string; email: string } {
  if (!user) return { name: words.guest, email: '' }
  return { name: user.username || words.fallbackName, email: user.email || words.fallbackEmail }
}
