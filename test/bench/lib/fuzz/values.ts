import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../../../dev/settings.ts'

/** Random numbers that a seed repeats. */
export type Random = {
  /** An integer from 0 to below `end`. */
  below: (end: number) => number
  oneOf: <T>(values: readonly T[]) => T
  chance: (share: number) => boolean
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  const oneOf = <T>(values: readonly T[]) => values[below(values.length)] as T
  return { below, oneOf, chance: (share) => next() < share }
}

/** Zod's own definition of a schema. */
type Definition = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  in?: Schema
  valueType?: Schema
  items?: Schema[]
  options?: Schema[]
  entries?: Record<string, string | number>
  values?: unknown[]
}
type Schema = { _zod: { def: Definition } }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value && typeof value._zod === 'object'

/** The schemas of all fields in the contract, by their name. */
export type Fields = ReadonlyMap<string, readonly Schema[]>

export async function contractFields(): Promise<Fields> {
  const fields = new Map<string, Schema[]>()
  const seen = new Set<Schema>()
  const visit = (schema: Schema | undefined): void => {
    if (!schema || seen.has(schema)) return
    seen.add(schema)
    const { shape = {}, element, innerType, in: from, valueType, options = [] } = schema._zod.def
    for (const [name, field] of Object.entries(shape)) fields.set(name, [...(fields.get(name) ?? []), field])
    for (const part of [...Object.values(shape), element, innerType, from, valueType, ...options]) visit(part)
  }
  const folder = join(ROOT, 'contract/http')
  for (const file of await readdir(folder))
    for (const value of Object.values(await import(join(folder, file)))) if (isSchema(value)) visit(value)
  return fields
}

const STRINGS = [
  ...['', ' ', 'heron', 'lobby', 'recent', 'true', 'null', '0', '-1', '1e9', '9007199254740993', '20260101000000'],
  ...[
    "' OR 1=1 --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%00',
    '\u0000',
    '\ud800',
    '\u202e',
    '👩‍🎨',
    '{"a":1}',
  ],
  ...[
    'a'.repeat(5000),
    'ab'.repeat(20),
    '2026-02-30',
    'https://croquis.example/sketch/1',
    'javascript:alert(1)',
    '@a @b @c',
  ],
]
const NUMBERS = [0, 1, 2, 3, 5, 8, 21, 40, -1, 0.5, 1e21, 2 ** 31, 2 ** 53, Number.MAX_VALUE]

/** A value for any field: mostly a small id or a known word, sometimes one that a hostile caller would try. */
export function anyValue(random: Random, depth = 0): unknown {
  if (random.chance(0.4)) return random.oneOf(NUMBERS)
  if (random.chance(0.7)) return random.oneOf(STRINGS)
  if (depth > 2 || random.chance(0.4)) return random.oneOf([null, true, false, [], {}])
  const size = random.below(4)
  return random.chance(0.5)
    ? Array.from({ length: size }, () => anyValue(random, depth + 1))
    : Object.fromEntries(Array.from({ length: size }, () => [random.oneOf(STRINGS), anyValue(random, depth + 1)]))
}

/** A value that a schema may accept; its checks of length and form are not read. */
export function valueFor(schema: Schema, random: Random): unknown {
  if (random.chance(0.05)) return anyValue(random)
  const { type, shape = {}, element, innerType, in: from, options, entries, values, items } = schema._zod.def
  if (values) return random.oneOf(values)
  if (entries) return random.oneOf(Object.values(entries))
  if (options) return valueFor(random.oneOf(options), random)
  const inner = innerType ?? from
  if (inner) return random.chance(0.2) ? undefined : valueFor(inner, random)
  if (items) return items.map((item) => valueFor(item, random))
  if (element) return Array.from({ length: random.below(4) }, () => valueFor(element, random))
  if (type === 'object')
    return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, valueFor(field, random)]))
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'number' || type === 'int') return random.oneOf(NUMBERS)
  return type === 'string' ? random.oneOf(STRINGS) : anyValue(random)
}
