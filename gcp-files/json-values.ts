import { excerpt, GcpFileFault } from './gcp-file.ts'

export type Json = Record<string, unknown>

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The finite number in a value. @throws GcpFileFault that names the field, as the others */
export function number(value: unknown, field: string): number {
  if (value === undefined || value === null) throw new GcpFileFault({ code: 'missingField', field })
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new GcpFileFault({ code: 'notANumber', field, value: excerpt(value) })
  return value
}

/** The first two numbers of a list. */
export function pair(value: unknown, field: string): readonly [number, number] {
  if (!Array.isArray(value)) throw new GcpFileFault({ code: 'missingField', field })
  return [number(value[0], `${field}[0]`), number(value[1], `${field}[1]`)]
}

/** The object that a value must be. */
export function object(value: unknown, field: string): Json {
  if (!isObject(value)) throw new GcpFileFault({ code: 'missingField', field })
  return value
}
