import type { TransformationBody } from '../../../../contract/rules/control-points.ts'
import type { Scan } from '../../../../gcp-files/onto-scan.ts'
import { EMPTY_DOCUMENT, importPlacement, importPoints } from '../../../drafts/editor-document.ts'
import { transformationBody } from '../../../drafts/map-record-document.ts'
import { type ImportChoice, type ImportOptions, readImport } from './read-import.ts'

/** Of the maps that a file tells of, the others that lie on the image of the chosen one, by their index. */
export function choicesBeside(choices: readonly ImportChoice[], which: number): readonly number[] {
  const image = choices[which]?.name
  return choices.flatMap(({ name }, index) => (index !== which && name === image ? [index] : []))
}

/** What these maps are placed with. A map that cannot be read is left out. */
export async function readBeside(
  file: Blob,
  scan: Scan,
  { which, ...options }: ImportOptions & { readonly which: number },
  choices: readonly ImportChoice[],
): Promise<readonly TransformationBody[]> {
  const bodies: TransformationBody[] = []
  for (const index of choicesBeside(choices, which)) {
    const read = await readImport(file, scan, { ...options, which: index })
    if (read.kind === 'failed') continue
    const withPoints = importPoints(EMPTY_DOCUMENT, read.projected.points, 'replace')
    bodies.push(transformationBody(read.placement ? importPlacement(withPoints, read.placement) : withPoints))
  }
  return bodies
}
