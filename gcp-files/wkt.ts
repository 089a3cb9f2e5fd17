/** A node of a WKT text: `NAME["text", 1.5, CHILD[...]]`. */
export interface WktNode {
  readonly name: string
  readonly values: readonly (string | number)[]
  readonly children: readonly WktNode[]
}

/** Parses WKT 1 or 2 of a coordinate system; null when it is not well formed. */
export function parseWkt(text: string): WktNode | null {
  const tokens = text.match(/"(?:[^"]|"")*"|[[\](),]|[^\s[\](),"]+/g) ?? []
  let at = 0
  const peek = () => tokens[at]

  const node = (depth: number): WktNode | null => {
    const name = tokens[at++]
    if (name === undefined || depth > 40) return null
    const values: (string | number)[] = []
    const children: WktNode[] = []
    if (peek() !== '[' && peek() !== '(') return { name: name.toUpperCase(), values, children }
    at++
    while (at < tokens.length) {
      const token = peek() ?? ''
      if (token === ']' || token === ')') {
        at++
        return { name: name.toUpperCase(), values, children }
      }
      if (token === ',') at++
      else if (token.startsWith('"')) {
        values.push(token.slice(1, -1).replaceAll('""', '"'))
        at++
      } else if (Number.isFinite(Number(token))) {
        values.push(Number(token))
        at++
      } else {
        const child = node(depth + 1)
        if (!child) return null
        children.push(child)
      }
    }
    return null
  }

  const root = node(0)
  return root && root.values.length + root.children.length > 0 ? root : null
}

/** The first direct child of one of the names. */
export function child(node: WktNode | undefined, ...names: string[]): WktNode | undefined {
  return node?.children.find(({ name }) => names.includes(name))
}

/** EPSG code that a node carries itself (`ID["EPSG", 2154]` or `AUTHORITY["EPSG", "2154"]`), else undefined. */
export function epsgOf(node: WktNode | undefined): number | undefined {
  const id = child(node, 'ID', 'AUTHORITY')
  if (String(id?.values[0]).toUpperCase() !== 'EPSG') return undefined
  const code = Number(id?.values[1])
  return Number.isInteger(code) && code > 0 ? code : undefined
}
