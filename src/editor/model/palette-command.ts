import { foldedText } from '../../ui/folded-text.ts'

/** Something that the list of commands offers. */
export interface PaletteCommand {
  readonly name: string
  /** Other words by which it is found. */
  readonly words?: string
  /** Names the everyday words by which it is found too: texts of the namespace `commands`. */
  readonly everyday?:
    | 'propose'
    | 'transform'
    | 'visibility'
    | 'export'
    | 'help'
    | 'tutorial'
    | 'opacity'
    | 'undo'
  /** Keys that do the same, as `shortcutText` takes them. */
  readonly shortcut?: string | undefined
  /** It is so already: choosing it changes nothing. */
  readonly isSo?: boolean
  readonly run: () => void
}

/**
 * The commands that a text finds: those of whose words, in the name or beside it, each of its words begins one, or else
 * stands somewhere in the name.
 * Those that begin with the text come first; the order is kept otherwise.
 */
export function foundCommands(commands: readonly PaletteCommand[], text: string): readonly PaletteCommand[] {
  const words = foldedText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return commands
  const whole = words.join(' ')
  const rankOf = ({ name, words: others = '' }: PaletteCommand) => {
    const folded = foldedText(name)
    if (folded.startsWith(whole)) return 0
    const own = `${folded} ${foldedText(others)}`.split(/[^\p{L}\p{N}]+/u)
    if (words.every((word) => own.some((one) => one.startsWith(word)))) return 1
    return words.every((word) => folded.includes(word)) ? 2 : null
  }
  return commands
    .map((command) => ({ command, rank: rankOf(command) }))
    .filter((one): one is { command: PaletteCommand; rank: 0 | 1 | 2 } => one.rank !== null)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command)
}
