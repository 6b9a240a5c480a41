/** A line of the table: a figure and its yardstick from the same run. */
export type Figure = {
  what: string
  figure: string
  yardstick: string
  /** Figure divided by yardstick; null for different units. */
  ratio: number | null
  /** The required bound as text; empty if there is none. */
  bar: string
  /** Null without a bar. */
  ok: boolean | null
}

/** Result of one measurement; `notes` state its circumstances. */
export type Findings = { figures: Figure[]; notes: string[] }

type Fields = Partial<Figure> & Pick<Figure, 'what' | 'figure'>

export function figureOf(fields: Fields): Figure {
  return { yardstick: '', ratio: null, bar: '', ok: null, ...fields }
}

/** The upper median. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Thousands of bytes, as in the bars. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
export const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`
export const milliseconds = (ms: number) => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`
