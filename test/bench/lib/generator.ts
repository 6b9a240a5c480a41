import autocannon from 'autocannon'

/** Result of one run; `generatorCpu` is this process's share of a core. */
export type GeneratorRun = { answered: number; failed: number; seconds: number; generatorCpu: number }

/** Requests one address as fast as possible: `generator.ts ADDRESS SECONDS CONNECTIONS`. */
const [url = '', duration, connections] = process.argv.slice(2)
const before = process.cpuUsage()
const started = performance.now()
const result = await autocannon({ url, duration: Number(duration), connections: Number(connections) })
const { user, system } = process.cpuUsage(before)
const found: GeneratorRun = {
  answered: result['2xx'],
  failed: result.errors + result.timeouts + result.non2xx,
  seconds: result.duration,
  generatorCpu: (user + system) / 1000 / (performance.now() - started),
}
console.log(JSON.stringify(found))
