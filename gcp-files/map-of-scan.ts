import type { GcpFile } from './gcp-file.ts'

/** What the picture of a map is called: the last part of its address, as people read it. */
export function pictureName({ picture, placement }: Pick<GcpFile, 'picture' | 'placement'>): string {
  const address = picture ?? placement?.image ?? ''
  return address.split(/[/\\:]/).findLast((part) => part !== '') ?? ''
}

/**
 * Index of the map, of several that a file tells of, whose picture has the name of the scan's file, or that name with
 * another extension. Undefined where none has it, or more than one.
 */
export function mapOfScan(maps: readonly GcpFile[], scanName: string): number | undefined {
  const names = maps.map((map) => decoded(pictureName(map)).toLowerCase())
  const wanted = scanName.toLowerCase()
  return onlyIndexOf(names, wanted) ?? onlyIndexOf(names.map(stem), stem(wanted))
}

function onlyIndexOf(names: readonly string[], wanted: string): number | undefined {
  const at = names.indexOf(wanted)
  return wanted !== '' && at >= 0 && names.lastIndexOf(wanted) === at ? at : undefined
}

const stem = (name: string): string => name.replace(/\.[a-z\d]{1,5}$/, '')

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // A percent sign that means itself.
    return name
  }
}
