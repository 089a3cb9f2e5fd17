import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { loadDateReader } from '../../map-record/form/date-reader.ts'
import { usePersonalMaps } from '../../queries/map-queries.ts'
import { type TableFault, UnreadableTable } from '../table-file/table-cells.ts'
import { type Column, type MendedCells, withMended } from '../table-file/table-columns.ts'
import { type CorrectionsTable, mendedRows, readCorrections } from './corrections-table.ts'
import { type CorrectionPlan, planCorrections, type ServerAnswers } from './plan-corrections.ts'

interface ReadTable {
  readonly name: string
  readonly table: CorrectionsTable | null
  readonly fault: TableFault | null
  /** Why one's maps could not be asked for. */
  readonly failure?: string
}

export interface ChosenTable {
  readonly chosen: ReadTable | null
  readonly isReading: boolean
  /** What the table changes in the maps as they are now; null: there is none that can be read. */
  readonly plan: CorrectionPlan | null
  readonly choose: (file: File) => Promise<void>
  /** Corrects a cell of the table. */
  readonly mend: (row: number, column: Column, text: string) => void
}

/** The table that a person has chosen, compared with their maps. @param first chosen before the dialog was opened */
export function useChosenTable(first: File | undefined, answered: ServerAnswers): ChosenTable {
  const { data: maps, refetch } = usePersonalMaps()
  const [chosen, setChosen] = useState<ReadTable | null>(null)
  const [mended, setMended] = useState<MendedCells>(new Map())
  const [isReading, setReading] = useState(first !== undefined)
  const [isDate, setIsDate] = useState<(text: string) => boolean>(() => () => true)

  const compare = async (file: File) => {
    try {
      // What cannot be loaded leaves the dates to the server.
      const dates = loadDateReader().catch(() => null)
      // The list in the cache may be older than what others have changed.
      const [bytes, answer, read] = await Promise.all([file.arrayBuffer(), refetch(), dates])
      if (read) setIsDate(() => (text: string) => read(text) !== null)
      const failure = answer.isError ? { failure: errorText(answer.error) } : {}
      setChosen({ name: file.name, ...readTable(bytes), ...failure })
      setMended(new Map())
    } finally {
      setReading(false)
    }
  }
  const choose = async (file: File) => {
    setReading(true)
    await compare(file)
  }
  const compareFirst = useEffectEvent(() => {
    if (first) void compare(first)
  })
  useEffect(() => compareFirst(), [])

  const rows = chosen?.failure === undefined ? chosen?.table?.rows : undefined
  const plan = useMemo(
    () => (rows && maps ? planCorrections(mendedRows(rows, mended), maps, isDate, answered) : null),
    [rows, mended, maps, isDate, answered],
  )
  const mend: ChosenTable['mend'] = (row, column, text) =>
    setMended((last) => withMended(last, row, { [column]: text }))
  return { chosen, isReading, plan, choose, mend }
}

function readTable(bytes: ArrayBuffer): Pick<ReadTable, 'table' | 'fault'> {
  try {
    return { table: readCorrections(bytes), fault: null }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    return { table: null, fault: error.fault }
  }
}
