import { MAX_UPLOAD_BYTES } from '../../../contract/constants.ts'
import { scanExtension } from '../../../contract/rules/map-fields.ts'

export type FileFault = 'required' | 'unsupported' | 'tooLarge' | 'empty'

/** What is wrong with the file to upload, or undefined. */
export function fileFault(
  file: { readonly name: string; readonly size: number } | null,
): FileFault | undefined {
  if (!file) return 'required'
  if (scanExtension(file.name) === undefined) return 'unsupported'
  if (file.size === 0) return 'empty'
  return file.size > MAX_UPLOAD_BYTES ? 'tooLarge' : undefined
}

/** A title to begin with: the file's name without extension, `_` and `-` as spaces. */
export function titleOfFile(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
