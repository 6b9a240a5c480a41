import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WORKER = join(import.meta.dirname, '../../../worker')

/** Modules that ask if a member is a patron, and the reason. What protects members is free, so it must not be here. */
const EXTRAS: Record<string, string> = {
  'domain/mail/queue.ts': 'mails about messages and fans',
  'domain/users/schema.ts': 'the list of patrons',
  'domain/users/viewer.ts': 'the definition',
  'features/artists/queries.ts': 'the list of patrons',
  'features/edit-sketch/routes.ts': 'private files and the watermark',
  'features/sketch-files/routes.ts': 'private files',
  'features/staff/merge.ts': 'the term of two accounts',
  'features/stats/routes.ts': 'statistics',
  'features/store/ledger-lines.ts': 'the term that was bought',
  'features/store/queries.ts': 'the term that is bought',
  'features/store/routes.ts': 'the offer',
  'features/uploads/routes.ts': 'private files and the watermark',
  'features/users/edit-profile-routes.ts': 'web address, watermark name and mails',
  'features/users/profile-form.ts': 'web address, watermark name and mails',
  'features/users/queries.ts': 'the badge',
  'features/users/web-address.ts': 'the web address',
}

it('only the extras of patrons depend on patronage', () => {
  const asking = globSync('**/*.{ts,sql}', { cwd: WORKER }).filter((file) =>
    /\bisPatron(Row)?\b|instr\([\w.]*flags, 'p'\)/.test(readFileSync(join(WORKER, file), 'utf8')),
  )
  expect(asking.toSorted()).toEqual(Object.keys(EXTRAS))
})
