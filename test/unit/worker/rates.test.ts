import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CALLS_PER_MINUTE } from '../../../contract/limits.ts'

it('each rate of wrangler.toml counts apart from the others', () => {
  const ids = [...readFileSync('wrangler.toml', 'utf8').matchAll(/namespace_id = "(\d+)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
})

it('the rates of wrangler.toml are those of contract/limits.ts', () => {
  const rates = readFileSync('wrangler.toml', 'utf8').matchAll(
    /\[\[ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = 60 \}/g,
  )
  expect(Object.fromEntries([...rates].map(([, name, limit]) => [name, Number(limit)]))).toEqual(CALLS_PER_MINUTE)
})
