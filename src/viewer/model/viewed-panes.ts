/** A pane of the panes side by side. */
export interface ViewedPane {
  /** Maps of the stack that are drawn in it, whose order and looks are the stack's; none: the base map alone. */
  readonly maps: readonly string[]
  /** The year whose maps it offers; null: those of all years. */
  readonly year: number | null
}

export const LEAST_PANES = 2
/** Each is a WebGL context, of which a browser on a phone may keep eight. */
export const MOST_PANES = 4
/** More laid over one another show nothing that could be compared. */
export const MOST_MAPS_OF_PANE = 4

export const EMPTY_PANE: ViewedPane = { maps: [], year: null }

/** Panes divided by commas: their maps divided by dots, and after a tilde the year; `-`: none of both. */
export const panesText = (panes: readonly ViewedPane[]): string => panes.map(paneText).join(',')

function paneText({ maps, year }: ViewedPane): string {
  return `${maps.join('.')}${year === null ? '' : `~${year}`}` || '-'
}

/** The reverse of `panesText`; undefined where it names fewer panes than can lie side by side. */
export function panesOf(text: string | undefined): readonly ViewedPane[] | undefined {
  const panes = (text ?? '').split(',', MOST_PANES).map(paneOf)
  return panes.length < LEAST_PANES ? undefined : panes
}

function paneOf(text: string): ViewedPane {
  const [ids = '', year = ''] = text === '-' ? [] : text.split('~')
  const maps = [...new Set(ids.split('.').filter(Boolean))].slice(0, MOST_MAPS_OF_PANE)
  return { maps, year: /^\d{1,4}$/.test(year) ? Number(year) : null }
}
