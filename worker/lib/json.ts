import * as z from 'zod/mini'

const strings = z.array(z.string())

/** Parses a JSON list of strings, such as the database keeps for colours and builds of tags. */
export function parseStrings(json: string): string[] {
  return strings.parse(JSON.parse(json))
}
