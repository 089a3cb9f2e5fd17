/** One page of a list, as replies hold it. */
interface Page {
  readonly nextCursor: string | null
}

/** All pages of a list, one after another. @param ask - Asks for the page at a cursor; undefined: the first. */
export async function allPages<Reply extends Page>(
  ask: (cursor: string | undefined) => Promise<Reply>,
): Promise<[Reply, ...Reply[]]> {
  const first = await ask(undefined)
  const pages: [Reply, ...Reply[]] = [first]
  for (let { nextCursor } = first; nextCursor !== null;) {
    const next = await ask(nextCursor)
    pages.push(next)
    nextCursor = next.nextCursor
  }
  return pages
}
