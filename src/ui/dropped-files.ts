/** At most so many files of dropped folders are looked at. */
const MOST_FILES = 5_000

/** The files that are dropped or pasted, those in folders too. */
export async function filesOf(data: DataTransfer): Promise<File[]> {
  // All at once: after the first wait the browser has taken what was dropped back.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry())
  const plain = [...data.files]
  if (!entries.some((entry) => entry?.isDirectory)) return plain
  const files: File[] = []
  const open = entries.filter((entry) => entry !== null)
  for (let entry = open.shift(); entry && files.length < MOST_FILES; entry = open.shift()) {
    if (entry.isDirectory) open.push(...(await entriesIn(entry as FileSystemDirectoryEntry)))
    else files.push(await fileOf(entry as FileSystemFileEntry))
  }
  return files
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A folder is read in parts: one of none is its end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return entries
    entries.push(...part)
  }
}
