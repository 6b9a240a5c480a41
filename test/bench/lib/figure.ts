/** One line of the table: what was measured, beside what it is held against in the same run. */
export type Figure = {
  what: string
  figure: string
  yardstick: string
  /** Figure to yardstick, or null where they are not of one kind. */
  ratio: number | null
  /** The required bound in words; empty where none is required. */
  bar: string
  /** Whether the bar is kept; null without one. */
  ok: boolean | null
}

/** What one measurement found; `notes` say under which circumstances. */
export type Findings = { figures: Figure[]; notes: string[] }

type Fields = Partial<Figure> & Pick<Figure, 'what' | 'figure'>

/** A line with nothing where nothing is said. */
export function figureOf(fields: Fields): Figure {
  return { yardstick: '', ratio: null, bar: '', ok: null, ...fields }
}

/** The middle of the values, by size; of an even number the higher middle one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Bytes in thousands, as the bars are given. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
export const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`
export const milliseconds = (ms: number) => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`
