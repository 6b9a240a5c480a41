import type { Route } from './route.ts'
import { anyValue, type Fields, type Random, valueFor } from './values.ts'

/** Values of fields of a route: those that its refusals named, and those that went further. */
export type Knowledge = { query: Record<string, unknown>; json: Record<string, unknown> }

export type Call = { path: string; init: { method: string; headers: Record<string, string>; body?: string } }

const IDS = ['1', '2', '3', '5', '8', '13', '21', '34', '0', '-1', '999999', '9007199254740993', '1.5', 'NaN']
const WORDS = [
  'lobby',
  'help',
  'whiteboard',
  'heron',
  'recent',
  '2022',
  'a'.repeat(300),
  '%E0%A4%A',
  '..%2f..%2f',
  '%00',
  "'--",
]
const READING = new Set(['GET', 'HEAD'])

/** A call of a route with what is known about it, and with something new or wrong. */
export function makeCall(route: Route, { fields, known, random, cookie, origin }: CallParts): Call {
  const query = changed(known.query, fields, random)
  const path = pathOf(route.path, random) + queryText(query)
  const headers = { ...(cookie && { cookie }), origin: random.chance(0.98) ? origin : 'https://elsewhere.example' }
  if (READING.has(route.method)) return { path, init: { method: route.method, headers } }
  return { path, init: { method: route.method, headers: { ...headers, ...contentType(random) }, body: bodyOf() } }

  function bodyOf(): string {
    if (random.chance(0.02))
      return random.oneOf(['', '{', '[1,2', '\u0000'.repeat(100), '['.repeat(2000), 'x'.repeat(200_000)])
    if (random.chance(0.03)) return JSON.stringify(anyValue(random))
    return JSON.stringify(changed(known.json, fields, random))
  }
}

type CallParts = { fields: Fields; known: Knowledge; random: Random; cookie: string; origin: string }

/** Learns from a refusal which field to set, and from a success which values are good. */
export function learn(
  known: Knowledge,
  call: Call,
  { status, text }: { status: number; text: string },
  parts: CallParts,
): void {
  const [, target, field = ''] = /"message":"(json|query)\.([\w]+)[^"]*: /.exec(text) ?? []
  if (status === 400 && (target === 'json' || target === 'query')) known[target][field] = guess(field, parts)
  else if (status < 400 && /^\{.*\}$/s.test(call.init.body ?? '')) known.json = JSON.parse(call.init.body ?? '')
}

const guess = (field: string, { fields, random }: Pick<CallParts, 'fields' | 'random'>) => {
  const schemas = fields.get(field)
  return schemas ? valueFor(random.oneOf(schemas), random) : anyValue(random)
}

/** The values with some of them, or one that nobody asked for, changed. */
function changed(values: Record<string, unknown>, fields: Fields, random: Random): Record<string, unknown> {
  const copy = { ...values }
  for (const name of Object.keys(copy)) if (random.chance(0.15)) copy[name] = guess(name, { fields, random })
  if (random.chance(0.15)) {
    const name = random.oneOf([...fields.keys(), '__proto__', 'constructor'])
    Object.defineProperty(copy, name, {
      value: guess(name, { fields, random }),
      enumerable: true,
      configurable: true,
    })
  }
  return copy
}

function pathOf(pattern: string, random: Random): string {
  return pattern.replace(/:\w+(?:\{((?:[^{}]|\{[^{}]*\})*)\})?\??/g, (_, form?: string) => {
    if (form && random.chance(0.8)) return textLike(form, random)
    return random.oneOf(random.chance(0.8) ? IDS : WORDS)
  })
}

/** A text of the form of a parameter, for the forms that the routes have. */
function textLike(form: string, random: Random): string {
  const hex = /^\[0-9a-f\]\{(\d+)\}$/.exec(form)?.[1]
  if (hex) return Array.from({ length: Number(hex) }, () => random.below(16).toString(16)).join('')
  const extension = /\\\.(\w+)$/.exec(form)?.[1]
  return random.oneOf(IDS.slice(0, 8)) + (extension ? `.${extension}` : '')
}

function queryText(query: Record<string, unknown>): string {
  const text = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, toWellFormed(value)]])),
  ).toString()
  return text && `?${text}`
}

const toWellFormed = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

const contentType = (random: Random) => ({
  'content-type': random.chance(0.97)
    ? 'application/json'
    : random.oneOf(['text/plain', 'image/png', 'multipart/form-data', '']),
})
