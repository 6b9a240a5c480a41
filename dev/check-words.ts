import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ROOT } from './settings.ts'
import { findWordFaults } from './words.ts'

/** Part of `npm run check`: lists problems of wording in all source files and fails if there are any. */
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.sql'], { cwd: ROOT, encoding: 'utf8' })
const faults = files
  .split('\n')
  .filter((path) => path && !path.includes('dev/words.') && !path.startsWith('migrations/'))
  .flatMap((path) =>
    findWordFaults(readFileSync(`${ROOT}/${path}`, 'utf8')).map(
      ({ line, fault }) => `${path}:${line}: "${fault}" has a plainer word, see CONTRIBUTING.md`,
    ),
  )
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
