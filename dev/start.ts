import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PRODUCT_NAME } from '../contract/product.ts'
import { startPayPal } from './paypal/paypal.ts'
import { migrate, openPlatform } from './platform.ts'
import { type SignInAccount, startProvider } from './provider/provider.ts'
import { isEmpty, seed } from './seed/seed.ts'
import {
  exitWith,
  LOCAL_CLIENT,
  LOCAL_PAYPAL,
  type LocalSite,
  mailAddress,
  paymentsPort,
  plainError,
  providerIssuer,
  ROOT,
  siteFromEnv,
  siteOrigin,
} from './settings.ts'

const watch = process.argv.includes('--watch')
const fresh = process.argv.includes('--fresh')
const built = process.argv.includes('--built')
const sketches = process.env.CROQUIS_SKETCHES === undefined ? undefined : Number(process.env.CROQUIS_SKETCHES)
const localSite = siteFromEnv(process.env)
/** Prevents wrangler's requests to outside services, and its files about each request, which take time. */
const QUIET = {
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_WRITE_LOGS: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
}
const vitePort = localSite.sitePort + 10
/** Vite serves the pages while they are watched. */
const pagesOrigin = watch ? `http://localhost:${vitePort}` : siteOrigin(localSite)
/** Time between runs of the jobs. Must equal the cron trigger of wrangler.toml, which the local runtime ignores. */
const SCHEDULE_MS = 15 * 60_000
/** Ends the child processes if this script is killed and cannot do it. */
const watchdog = spawn(process.execPath, [join(ROOT, 'dev/watchdog.ts')], {
  stdio: ['pipe', 'ignore', 'inherit'],
  detached: true,
})

await main(localSite).then(() => process.exit(0), exitWith)

/**
 * Migrates, builds, seeds an empty database, and runs the site, its sign-in provider and its schedule until Ctrl-C.
 * `--fresh` deletes stored data first; `--built` skips the build.
 */
async function main(localSite: LocalSite): Promise<void> {
  for (const port of [
    localSite.sitePort,
    localSite.providerPort,
    paymentsPort(localSite),
    ...(watch ? [vitePort] : []),
  ])
    await requireFreePort(port)
  let people: SignInAccount[] = []
  // Starts first, because its port is taken if another site runs in the same folder.
  const provider = await startProvider({
    port: localSite.providerPort,
    ...LOCAL_CLIENT,
    redirectUris: [
      `${siteOrigin(localSite)}/sign-in/callback`,
      ...(watch ? [`http://localhost:${vitePort}/sign-in/callback`] : []),
    ],
    people: async () => people,
  })
  const payments = await startPayPal({
    port: paymentsPort(localSite),
    ...LOCAL_PAYPAL,
    siteUrl: siteOrigin(localSite),
  })
  if (fresh) await rm(`${ROOT}/${localSite.state}`, { recursive: true, force: true })
  await migrate(localSite)
  await mkdir(`${ROOT}/dist`, { recursive: true })
  if (!watch && !built) await run('vite', ['build', '--mode', 'demo', '--logLevel', 'warn'])
  people = await seedIfEmpty(localSite)
  const children = [
    startSite(localSite),
    ...(watch ? [spawnTool('vite', ['--port', String(vitePort), '--strictPort'])] : []),
  ]
  const ended = children.map((child) => once(child, 'exit'))
  let stopRequested = false
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      stopRequested = true
      stop()
    })
  }
  void announce(localSite, people.length).then(() => runSchedule(localSite))
  await Promise.race(ended)
  stop()
  await Promise.all(ended)
  await provider.close()
  await payments.close()
  if (!stopRequested) throw plainError('The site ended by itself.')
}

/** Returns the people who can sign in. */
async function seedIfEmpty(localSite: LocalSite): Promise<SignInAccount[]> {
  const platform = await openPlatform(localSite)
  try {
    if (await isEmpty(platform)) {
      console.log('Drawing a sample community. This happens once and takes a minute or two.')
      const report = (done: number, of: number) => {
        if (done % 100 === 0 || done === of) console.log(`  ${done} of ${of} sketches`)
      }
      await seed(platform, localSite, { sketches }, report)
    }
    const { results } = await platform.DB.prepare(
      `SELECT identities.subject AS sub, users.nickname AS name FROM identities JOIN users ON users.id = identities.user_id
       WHERE identities.issuer = ? ORDER BY users.id LIMIT 200`,
    )
      .bind(providerIssuer(localSite))
      .all<{ sub: string; name: string }>()
    return results.map(({ sub, name }) => ({ sub, name, email: `${sub}@people.test` }))
  } finally {
    await platform.close()
  }
}

function startSite(localSite: LocalSite) {
  const settings = {
    OIDC_ISSUER: providerIssuer(localSite),
    OIDC_CLIENT_ID: LOCAL_CLIENT.clientId,
    OIDC_CLIENT_SECRET: LOCAL_CLIENT.clientSecret,
    // Stays the same, so that people stay logged in when the site starts again.
    TICKET_SECRET: LOCAL_CLIENT.clientSecret,
    MAIL_FROM: 'croquis@localhost.test',
    MAIL_SECRET: LOCAL_CLIENT.clientSecret,
    API_KEY_SECRET: LOCAL_CLIENT.clientSecret,
    SITE_ORIGIN: pagesOrigin,
    PAYPAL_API: `http://localhost:${paymentsPort(localSite)}`,
    PAYPAL_CLIENT_ID: LOCAL_PAYPAL.clientId,
    PAYPAL_CLIENT_SECRET: LOCAL_PAYPAL.clientSecret,
    PAYPAL_MERCHANT_ID: LOCAL_PAYPAL.merchantId,
    PAYPAL_WEBHOOK_ID: LOCAL_PAYPAL.webhookId,
  }
  const vars = Object.entries(settings).flatMap(([name, value]) => ['--var', `${name}:${value}`])
  const args = ['dev', '--port', String(localSite.sitePort), '--ip', 'localhost', '--persist-to', localSite.state]
  return spawnTool('wrangler', [
    ...args,
    '--show-interactive-dev-session=false',
    '--log-level',
    watch ? 'log' : 'error',
    // Any free port: two sites that start together would choose the same one.
    '--inspector-port',
    '0',
    ...vars,
  ])
}

function spawnTool(name: string, args: string[]) {
  const child = spawn(`${ROOT}/node_modules/.bin/${name}`, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, ...QUIET, CROQUIS_SITE_PORT: String(localSite.sitePort) },
    // Starts a process group, so that Ctrl-C reaches only this script, which then stops its children in order.
    detached: true,
  })
  watchdog.stdin.write(`${child.pid}\n`)
  // Hides the many errors of a bundler that is stopped during its work.
  child.stderr.on('data', (text: Buffer) => child.killed || process.stderr.write(text))
  return child
}

function run(name: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    spawnTool(name, args).once('exit', (code) => (code === 0 ? resolve() : reject(plainError(`${name} failed`))))
  })
}

async function announce(localSite: LocalSite, people: number): Promise<void> {
  const origin = siteOrigin(localSite)
  for (;;) {
    const reply = await fetch(`${origin}/healthz`).catch(() => null)
    if (reply?.ok) break
    await setTimeout(200)
  }
  console.log(`\n  ${PRODUCT_NAME} is on ${pagesOrigin}`)
  console.log(`  Its mails can be read on ${mailAddress(localSite)}`)
  console.log(`  Its payments can be refunded and disputed on http://localhost:${paymentsPort(localSite)}/stand-in`)
  console.log(
    `  Log in as one of ${people} people (Noor is an admin, Ines Karlsen a gloperator, kestrel a group admin, Halvard a patron), or type a new name.`,
  )
  console.log('  Ctrl-C ends it; your changes are saved.\n')
}

/** Runs the scheduled jobs now and at each quarter of an hour, as the cron trigger does. */
async function runSchedule(localSite: LocalSite): Promise<never> {
  for (;;) {
    const reply = await fetch(`${siteOrigin(localSite)}/cdn-cgi/handler/scheduled`).catch(() => null)
    if (!reply?.ok) console.error('The scheduled jobs could not be started.')
    await setTimeout(SCHEDULE_MS - (Date.now() % SCHEDULE_MS))
  }
}

function requireFreePort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', () =>
      reject(plainError(`Port ${port} is taken. End what uses it, or choose another with CROQUIS_PORT.`)),
    )
    server.listen(port, 'localhost', () => server.close(() => resolve()))
  })
}
