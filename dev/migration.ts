import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { declaredObjects, migratedDatabase, migrationFiles, objectsOf, schemaDifference } from './schema.ts'
import { ROOT } from './settings.ts'

/**
 * `npm run migration -- --name what-changes` writes one new file in `migrations/`: changes of tables and indexes by
 * drizzle-kit from every `schema.ts`, then changes of triggers, views and virtual tables from every `triggers.sql`.
 */
const { values } = parseArgs({ options: { name: { type: 'string' } } })
if (!values.name) throw new Error('say what changes: npm run migration -- --name what-changes')

const before = migrationFiles().length
generate()
const statements = schemaDifference(objectsOf(migratedDatabase()), declaredObjects())
if (statements.length > 0) {
  if (migrationFiles().length === before) generate('--custom')
  const text = statements.map((statement) => `--> statement-breakpoint\n${statement}\n`).join('')
  appendFileSync(migrationFiles().at(-1) ?? '', `\n${text}`)
}
console.log(migrationFiles().length === before ? 'Nothing changed.' : `Written: ${migrationFiles().at(-1)}`)

function generate(...options: string[]): void {
  const args = ['generate', '--name', values.name ?? '', ...options]
  execFileSync(`${ROOT}/node_modules/.bin/drizzle-kit`, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
}
