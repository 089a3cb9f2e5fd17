import { useEffect, useMemo, useState } from 'react'
import { scanExtension } from '../../../contract/rules/map-fields.ts'
import { loadDateReader } from '../../map-record/form/date-reader.ts'
import { type FileFault, scanFault } from '../../map-record/upload/file-choice.ts'
import { type TableFault, UnreadableTable } from '../table-file/table-cells.ts'
import { type Column, type MendedCells, withMended } from '../table-file/table-columns.ts'
import { mendedTable, readScanTable, type ScanTable } from './scan-table.ts'
import { MOST_SCANS, planUpload, type PlannedScan } from './upload-plan.ts'

interface ChosenTable {
  readonly name: string
  readonly table: ScanTable | null
  readonly fault: TableFault | null
  readonly file: File
}

export interface ChosenScans {
  readonly files: readonly File[]
  readonly table: ChosenTable | null
  /** Names of chosen files that are neither scans nor a table. */
  readonly leftOut: readonly string[]
  /** More scans were chosen than go at once. */
  readonly isCut: boolean
  readonly plan: readonly PlannedScan[]
  /** Adds to what is chosen; a table takes the place of the one before. */
  readonly add: (files: readonly File[]) => Promise<void>
  /** Corrects a cell of the table, for this upload. */
  readonly mend: (row: number, column: Column, text: string) => void
  readonly removeTable: () => void
  readonly removeAll: () => void
}

const isTable = ({ name }: File) => /\.(?:csv|tsv|txt)$/i.test(name)
const samePrint = (a: File, b: File) =>
  a.name === b.name &&
  a.size === b.size &&
  a.lastModified === b.lastModified &&
  a.webkitRelativePath === b.webkitRelativePath

/** The scans and the table that a person has chosen, and what comes of them. */
export function useChosenScans(): ChosenScans {
  const [files, setFiles] = useState<readonly File[]>([])
  const [faults, setFaults] = useState<ReadonlyMap<File, FileFault>>(new Map())
  const [table, setTable] = useState<ChosenTable | null>(null)
  const [mended, setMended] = useState<MendedCells>(new Map())
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [isCut, setCut] = useState(false)
  const [isDate, setIsDate] = useState<(text: string) => boolean>(() => () => true)
  useEffect(() => {
    let isGone = false
    // Where it cannot be loaded the server judges the dates.
    void loadDateReader().then(
      (read) => isGone || setIsDate(() => (text: string) => read(text) !== null),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  const plan = useMemo(
    () =>
      planUpload(files, table?.table ? mendedTable(table.table, mended) : null, isDate, (file) =>
        faults.get(file),
      ),
    [files, table, mended, isDate, faults],
  )

  const add = async (chosen: readonly File[]) => {
    const judged = await Promise.all(chosen.map(async (file) => ({ file, fault: await scanFault(file) })))
    // What is no picture may be a scan by its name: its row says what is wrong with it.
    const scans = judged.filter(
      ({ file, fault }) => fault === undefined || scanExtension(file.name) !== undefined,
    )
    const rest = chosen.filter((file) => !scans.some((scan) => scan.file === file))
    const [newTable] = rest.filter(isTable)
    const others = rest.filter((file) => file !== newTable)
    const freshOf = (last: readonly File[]) =>
      scans.map(({ file }) => file).filter((file) => !last.some((other) => samePrint(other, file)))
    setCut(files.length + freshOf(files).length > MOST_SCANS)
    setFaults(
      (last) =>
        new Map([...last, ...scans.flatMap(({ file, fault }) => (fault ? [[file, fault] as const] : []))]),
    )
    setFiles((last) => [...last, ...freshOf(last)].slice(0, MOST_SCANS))
    // What systems put into folders by themselves is nobody's loss.
    setLeftOut(
      others.map(({ name }) => name).filter((name) => !/^(?:\.|Thumbs\.db$|desktop\.ini$)/i.test(name)),
    )
    if (!newTable) return
    setTable(await readChosen(newTable))
    setMended(new Map())
  }
  return {
    files,
    table,
    leftOut,
    isCut,
    plan,
    add,
    mend: (row, column, text) => setMended((last) => withMended(last, row, { [column]: text })),
    removeTable: () => setTable(null),
    removeAll: () => {
      setFiles([])
      setTable(null)
      setLeftOut([])
      setCut(false)
    },
  }
}

async function readChosen(file: File): Promise<ChosenTable> {
  try {
    return { name: file.name, table: readScanTable(await file.arrayBuffer()), fault: null, file }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    return { name: file.name, table: null, fault: error.fault, file }
  }
}
