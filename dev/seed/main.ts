import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { migrate, openPlatform } from '../platform.ts'
import { exitWith, ROOT, siteFromEnv } from '../settings.ts'
import { addBulk } from './bulk/add-bulk.ts'
import { importFolder } from './import.ts'
import { DEFAULT_MEMBERS, DEFAULT_SKETCHES, isEmpty, seed } from './seed.ts'

/** `npm run seed -- [--members N] [--sketches N] [--from DIR] [--bulk N] [--fresh]`; stop the site first. */
const { values } = parseArgs({
  options: {
    members: { type: 'string', default: String(DEFAULT_MEMBERS) },
    sketches: { type: 'string', default: String(DEFAULT_SKETCHES) },
    from: { type: 'string' },
    bulk: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
})

const localSite = siteFromEnv(process.env)
if (values.fresh) await rm(`${ROOT}/${localSite.state}`, { recursive: true, force: true })
await migrate(localSite).catch(exitWith)
const platform = await openPlatform(localSite)
const reportProgress = (done: number, of?: number) => {
  if (process.stdout.isTTY || done % 100 === 0 || done === of)
    process.stdout.write(`\r${done}${of ? ` of ${of}` : ''} sketches`)
}
try {
  if (values.from) {
    console.log(`${await importFolder(platform, localSite, values.from)} pictures imported from ${values.from}`)
  } else if (values.bulk) {
    await addBulk(localSite, Number(values.bulk), (done) => reportProgress(done))
    console.log()
  } else if (await isEmpty(platform)) {
    await seed(
      platform,
      localSite,
      { members: Number(values.members), sketches: Number(values.sketches) },
      reportProgress,
    )
    console.log()
  } else {
    console.log('There is a community already. Start over with --fresh, or add to it with --from or --bulk.')
    process.exitCode = 1
  }
} finally {
  await platform.close()
}
