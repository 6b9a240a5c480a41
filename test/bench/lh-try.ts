import { visit } from './lighthouse.ts'
import { buildWorker } from './lib/build.ts'
import { communitySite } from './lib/community-site.ts'
import { startWorkerd } from './lib/workerd.ts'
import { ROOT } from '../../dev/settings.ts'
import { join } from 'node:path'
const [runs = '1', ...paths] = process.argv.slice(2)
const localSite = await communitySite('full')
await using workerd = await startWorkerd(localSite, [
  { name: 'site', script: await buildWorker('worker/index.ts'), page: join(ROOT, 'dist') },
])
for (const path of paths) {
  const all: any[] = []
  if (process.env.WARM) await visit(workerd.origin + path)
  for (let i = 0; i < Number(runs); i++) { const v = await visit(workerd.origin + path); if (typeof v !== 'string') all.push(v); else console.log(v) }
  const med = (k: string) => all.map((v) => v[k]).sort((a, b) => a - b)[all.length >> 1]
  console.log(path, 'score', Math.round(med('score') * 100), 'lcp', Math.round(med('lcp')), 'fcp', Math.round(med('fcp')), 'tbt', Math.round(med('tbt')), 'cls', med('cls'), 'bench', Math.round(med('benchmark')))
}
