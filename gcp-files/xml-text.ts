const ENTITIES: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }

/** Text of an XML file with its entities and character numbers as the characters they stand for; unknown ones stay. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** The text between the tags of an element: marked as plain (`CDATA`), or with entities. */
export function plainText(content: string): string {
  const cdata = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/.exec(content)
  return cdata ? (cdata[1] ?? '') : decodeEntities(content.trim())
}

const ESCAPES = new Map(Object.entries(ENTITIES).map(([name, character]) => [character, `&${name};`]))

/** A text as it may stand in an XML element or attribute. */
export function encodeEntities(text: string): string {
  return text.replace(/["<>&\r\n\t]/g, (c) => ESCAPES.get(c) ?? `&#${c.codePointAt(0)};`)
}
