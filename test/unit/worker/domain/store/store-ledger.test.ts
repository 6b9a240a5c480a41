import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROOT } from '../../../../../dev/settings.ts'

it('the only change of a line of the store ledger is that it is applied, and no line is deleted', () => {
  const changes = globSync(`${ROOT}/worker/**/*.{ts,sql}`).flatMap(
    (path) =>
      readFileSync(path, 'utf8').match(
        /(UPDATE|REPLACE INTO|DELETE FROM) store_ledger\b( SET \w+ = \w+)?|\.(update|delete)\(storeLedger\)/g,
      ) ?? [],
  )
  expect(changes).toEqual(['UPDATE store_ledger SET applied = 1'])
})
