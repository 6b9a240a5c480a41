import * as z from 'zod/mini'

const strings = z.array(z.string())

export function parseStrings(json: string): string[] {
  return strings.parse(JSON.parse(json))
}
