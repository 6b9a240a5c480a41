import { expect, it } from 'vitest'
import { idempotencyKey } from '../../../web/lib/idempotency-key.ts'

it('a request keeps its key until a reply arrives, and another request gets its own key', () => {
  let made = 0
  const { keyOf, renew } = idempotencyKey(() => `key-${++made}`)
  expect([keyOf({ title: 'Ebb' }), keyOf({ title: 'Ebb' })]).toEqual(['key-1', 'key-1'])
  expect(keyOf({ title: 'Flood' })).toBe('key-2')
  renew()
  expect(keyOf({ title: 'Flood' })).toBe('key-3')
})
